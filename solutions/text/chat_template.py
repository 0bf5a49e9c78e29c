"""Turn the messages of a chat into ids and back, so that no message can end itself."""

START, END = 256, 257
"""The special tokens `<|im_start|>` and `<|im_end|>`; all ids below them are bytes."""
ROLES = ("system", "user", "assistant")


def chat_ids(messages: list[dict[str, str]]) -> list[int]:
    """Return the ids of a chat, up to where the assistant's answer begins.

    Texts become bytes, and no byte is a special token: whatever a message says, it cannot end itself.

    Args:
        messages: each with "role" (system, user or assistant) and "content", any text.

    Returns:
        bytes as ids from 0 to 255; 256 begins a message, 257 ends it.

    Raises:
        ValueError: a role is another one.

    >>> chat_ids([{"role": "user", "content": "Hi"}])[:10]
    [256, 117, 115, 101, 114, 10, 72, 105, 257, 10]

    Source: OpenAI 2023, Chat Markup Language (chatml.md of openai-python 0.28).
    """
    ids: list[int] = []
    for message in messages:
        if message["role"] not in ROLES:
            raise ValueError(f"there is no role {message['role']!r}")
        text = f"{message['role']}\n{message['content']}"
        ids += [START, *text.encode(), END, *b"\n"]
    return [*ids, START, *b"assistant\n"]


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
    starts = [place for place, token in enumerate(ids) if token == START]
    for start in starts:
        end = ids.index(END, start) if END in ids[start:] else len(ids)
        role, _, content = bytes(ids[start + 1 : end]).decode("utf-8", "replace").partition("\n")
        messages.append({"role": role, "content": content})
    return messages
