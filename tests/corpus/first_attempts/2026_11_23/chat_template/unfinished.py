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
    IM_START, IM_END = 256, 257
    ids = []
    for m in messages:
        ids.append(IM_START)
        ids += list(m["role"].encode("utf-8"))
        ids.append(10)
        ids += list(m["content"].encode("utf-8"))
        ids.append(IM_END)
        ids.append(10)
    # TODO assistant
    return ids


def read_chat(ids: list[int]) -> list[dict[str, str]]:
    """Return the messages of a chat from its ids.

    Args:
        ids: what chat_ids returns, and perhaps ids of an answer after them.

    Returns:
        each message with "role" and "content"; the last one may not have ended yet.

    >>> read_chat([256, *b"user\\nHi", 257, 10, 256, *b"assistant\\nHel"])
    [{'role': 'user', 'content': 'Hi'}, {'role': 'assistant', 'content': 'Hel'}]
    """
    raise NotImplementedError  # TODO: write this
