"""Turn the messages of a chat into ids and back, so that no message can end itself."""

IM_START = 256
IM_END = 257
ROLES = {"system", "user", "assistant"}


def chat_ids(messages: list[dict[str, str]]) -> list[int]:
    """Return the ids of a chat, up to where the assistant's answer begins."""
    ids: list[int] = []
    for message in messages:
        if message["role"] not in ROLES:
            raise ValueError(f"unknown role {message['role']!r}")
        ids += [IM_START, *message["role"].encode(), 10, *message["content"].encode("utf-8"), IM_END, 10]
    ids += [IM_START, *b"assistant\n"]
    return ids


def read_chat(ids: list[int]) -> list[dict[str, str]]:
    """Return the messages of a chat from its ids."""
    messages = []
    body = None  # the bytes of the message that is being read
    for i in ids:
        if i == IM_START:
            body = []
        elif i == IM_END:
            messages.append(to_message(body))
            body = None
        elif body is not None:
            body.append(i)
    if body is not None:
        messages.append(to_message(body))
    return messages


def to_message(body):
    lines = bytes(body).decode("utf-8", errors="ignore").split("\n")
    return {"role": lines[0], "content": lines[1]}
