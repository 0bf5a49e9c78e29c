"""Turn the messages of a chat into ids and back, so that no message can end itself."""

START, END = 256, 257


def chat_ids(messages: list[dict[str, str]]) -> list[int]:
    """Return the ids of a chat, up to where the assistant's answer begins."""
    out = []
    for m in messages:
        out.append(START)
        out.extend(ord(c) for c in m["role"])
        out.append(ord("\n"))
        out.extend(ord(c) for c in m["content"])
        out.append(END)
        out.append(ord("\n"))
    out.append(START)
    out.extend(ord(c) for c in "assistant\n")
    return out


def read_chat(ids: list[int]) -> list[dict[str, str]]:
    """Return the messages of a chat from its ids."""
    raise NotImplementedError  # TODO: write this
