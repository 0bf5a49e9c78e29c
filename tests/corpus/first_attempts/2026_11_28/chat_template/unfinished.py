def chat_ids(messages: list[dict[str, str]]) -> list[int]:
    """Return the ids of a chat, up to where the assistant's answer begins."""
    ids = []
    for m in messages:
        ids += [256, *m["role"].encode("utf-8"), 10, *m["content"].encode("utf-8"), 257, 10]
    ids += [256, *b"assistant\n"]
    return ids


def read_chat(ids: list[int]) -> list[dict[str, str]]:
    """Return the messages of a chat from its ids."""
    raise NotImplementedError  # TODO: write this
