"""Right ways to turn a chat into ids; the grader must accept every one of them."""

import itertools


def _begin(role):
    return [256] + list(bytes(role + "\n", "utf-8"))


def variant_append(messages):
    """Append id by id."""
    ids = []
    for message in messages:
        if message["role"] != "system" and message["role"] != "user" and message["role"] != "assistant":
            raise ValueError(message["role"])
        ids.append(256)
        for byte in message["role"].encode("utf-8"):
            ids.append(byte)
        ids.append(10)
        for byte in message["content"].encode("utf-8"):
            ids.append(byte)
        ids.append(257)
        ids.append(10)
    ids.append(256)
    for byte in b"assistant\n":
        ids.append(byte)
    return ids


def variant_generator(messages):
    """Chain the parts of all messages; a tuple comes back."""
    if {message["role"] for message in messages} - {"system", "user", "assistant"}:
        raise ValueError("role")
    parts = ((_begin(each["role"]), each["content"].encode(), [257, 10]) for each in messages)
    return tuple(itertools.chain(*itertools.chain.from_iterable(parts), _begin("assistant")))


def variant_template_with_places(messages):
    """Fill a template of ids, in which None is the place of the content."""
    template = {role: [*_begin(role), None, 257, 10] for role in ("system", "user", "assistant")}
    ids = []
    for message in messages:
        if message["role"] not in template:
            raise ValueError("unknown role")
        for each in template[message["role"]]:
            ids += list(message["content"].encode()) if each is None else [each]
    return ids + template["assistant"][: template["assistant"].index(None)]


def variant_marks(messages):
    """Put private characters where special tokens go, which are no bytes of UTF-8; surrogates never occur in a text."""
    text = ""
    for message in messages:
        if message["role"] not in ["user", "assistant", "system"]:
            raise ValueError(f"role {message['role']}")
        text += "\udc80" + message["role"] + "\n" + message["content"] + "\udc81\n"
    text += "\udc80assistant\n"
    ids = []
    for character in text:
        if character in "\udc80\udc81":
            ids.append(256 + "\udc80\udc81".index(character))
        else:
            ids.extend(character.encode())
    return ids


def variant_recursive(messages):
    """Take the first message and leave the rest to a second call."""
    if not messages:
        return [256, *b"assistant", 10]
    first, *rest = messages
    match first["role"]:
        case "system" | "user" | "assistant":
            text = "\n".join((first["role"], first["content"]))
        case other:
            raise ValueError(other)
    return [256, *bytearray(text, "utf8"), 257, 10, *variant_recursive(rest)]


def read_chat(ids):
    """Read a chat with a state: between messages, in a role, in a content."""
    messages, role, content, state = [], b"", b"", "between"
    for each in [*ids, None]:
        if each == 256:
            role, content, state = b"", b"", "role"
        elif each == 257 or each is None:
            if state != "between":
                texts = [part.decode("utf-8", errors="replace") for part in (role, content)]
                messages.append({"role": texts[0], "content": texts[1]})
            state = "between"
        elif state == "role" and each == 10:
            state = "content"
        elif state == "role":
            role += bytes([each])
        elif state == "content":
            content += bytes([each])
    return messages
