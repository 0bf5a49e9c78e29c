"""Turn the messages of a chat into ids and back, so that no message can end itself."""


def chat_ids(messages: list[dict[str, str]]) -> list[int]:
    """Return the ids of a chat, up to where the assistant's answer begins.

    Args:
        messages: each with "role" (system, user or assistant) and "content", any text.

    Returns:
        bytes as ids from 0 to 255; 256 begins a message, 257 ends it.

    Raises:
        ValueError: a role is another one.

    >>> chat_ids([{"role": "user", "content": "Hi"}])[:10]
    [256, 117, 115, 101, 114, 10, 72, 105, 257, 10]
    """
    ids = []
    for message in messages:
        if message["role"] not in ("system", "user", "assistant"):
            raise ValueError(message["role"])
        text = message["role"] + "\n" + message["content"].strip()
        ids += [256, *text.encode(), 257, 10]
    return ids + [256, *b"assistant\n"]


def read_chat(ids: list[int]) -> list[dict[str, str]]:
    """Return the messages of a chat from its ids.

    Args:
        ids: what chat_ids returns, and perhaps ids of an answer after them.

    Returns:
        each message with "role" and "content"; the last one may not have ended yet.

    >>> read_chat([256, *b"user\\nHi", 257, 10, 256, *b"assistant\\nHel"])
    [{'role': 'user', 'content': 'Hi'}, {'role': 'assistant', 'content': 'Hel'}]
    """
    messages = []
    current = None
    for i in ids:
        if i == 256:
            current = []
            messages.append(current)
        elif i == 257:
            current = None
        elif current is not None:
            current.append(i)
    result = []
    for raw in messages:
        lines = bytes(raw).decode("utf-8", errors="replace").split("\n")
        result.append({"role": lines[0], "content": lines[1] if len(lines) > 1 else ""})
    return result
