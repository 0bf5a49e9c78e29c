"""Wrong versions of turning a chat into ids and back, as learners write them."""

import re
import unicodedata

ROLES = {"system", "user", "assistant"}


def _checked(messages):
    for message in messages:
        if message["role"] not in ROLES:
            raise ValueError("role")
    return messages


def _parts(ids):
    found, part = [], None
    for each in ids:
        if each == 256:
            part = bytearray()
            found.append(part)
        elif each == 257:
            part = None
        elif part is not None:
            part.append(each)
    return found


def chat_ids(messages):
    """Return the ids of a chat, rightly."""
    ids = []
    for m in _checked(messages):
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def read_chat(ids):
    """Return the messages of a chat, rightly."""
    found = []
    for part in _parts(ids):
        role, content = part.decode("utf-8", "replace").split("\n", 1)
        found.append({"role": role, "content": content})
    return found


def render_then_tokenize(messages):
    """Renders the whole chat and tokenizes it with special tokens.

    makes: injected
    """
    text = ""
    for m in _checked(messages):
        text += f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n"
    text += "<|im_start|>assistant\n"
    ids = []
    while text:
        for name, number in (("<|im_start|>", 256), ("<|im_end|>", 257)):
            if text.startswith(name):
                ids.append(number)
                text = text[len(name) :]
                break
        else:
            ids.extend(text[0].encode())
            text = text[1:]
    return ids


def text_only(messages):
    """Encodes the rendered text.

    makes: names_in_bytes
    """
    lines = ["<|im_start|>" + m["role"] + "\n" + m["content"] + "<|im_end|>\n" for m in _checked(messages)]
    return list(("".join(lines) + "<|im_start|>assistant\n").encode())


def sanitized(messages):
    """Replaces the names by nothing.

    makes: names_removed
    """
    ids = []
    for m in _checked(messages):
        content = m["content"].replace("<|im_start|>", "").replace("<|im_end|>", "")
        ids += [256] + list((m["role"] + "\n" + content).encode()) + [257, 10]
    return ids + [256] + list(b"assistant\n")


def messages_only(messages):
    """Returns the messages without a generation prompt.

    makes: no_opening
    """
    ids = []
    for m in _checked(messages):
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return ids


def answer_closed(messages):
    """Treats the answer as an empty message.

    makes: opening_ended
    """
    ids = []
    for m in [*_checked(messages), {"role": "assistant", "content": ""}]:
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return ids


def joined_without_lines(messages):
    """Forgets the line end after a message.

    makes: no_line_end_after_a_message
    """
    ids = []
    for m in _checked(messages):
        ids.extend([256, *(m["role"] + "\n" + m["content"]).encode(), 257])
    return [*ids, 256, *b"assistant\n"]


def ord_of_each(messages):
    """Uses ord for ids.

    makes: code_points
    """
    ids = []
    for m in _checked(messages):
        ids.append(256)
        ids += [ord(c) for c in m["role"] + "\n" + m["content"]]
        ids += [257, ord("\n")]
    return ids + [256] + [ord(c) for c in "assistant\n"]


def jinja_trim(messages):
    """Trims contents as many templates do.

    makes: content_stripped
    """
    ids = []
    for m in _checked(messages):
        ids.extend([256, *m["role"].encode(), 10, *m["content"].strip().encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def any_role(messages):
    """Does not look at roles.

    makes: roles_not_checked
    """
    ids = []
    for m in messages:
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def read_chat__text_first(ids):
    """Decodes everything and uses a pattern.

    makes: read_chat__by_names
    """
    text = b""
    for each in ids:
        text += {256: b"<|im_start|>", 257: b"<|im_end|>"}.get(each) or bytes([each])
    found = re.findall(r"<\|im_start\|>(.*?)\n(.*?)(?:<\|im_end\|>|\Z)", text.decode("utf-8", "replace"), re.S)
    return [{"role": role, "content": content} for role, content in found]


def read_chat__ends_only(ids):
    """Adds a message at each end.

    makes: read_chat__unfinished_lost
    """
    found, part = [], []
    for each in ids:
        if each == 256:
            part = []
        elif each == 257:
            role, content = bytes(part).decode("utf-8", "replace").split("\n", 1)
            found.append({"role": role, "content": content})
        else:
            part.append(each)
    return found


def read_chat__strict(ids):
    """Decodes strictly.

    makes: read_chat__bad_bytes_raise
    """
    found = []
    for part in _parts(ids):
        role, content = part.decode().split("\n", 1)
        found.append({"role": role, "content": content})
    return found


def always_system_first(messages):
    """Adds a system message where none is.

    makes: default_system_message
    """
    messages = list(_checked(messages))
    if not messages or messages[0]["role"] != "system":
        messages.insert(0, {"role": "system", "content": "You are a helpful assistant."})
    ids = []
    for m in messages:
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def special_from_zero(messages):
    """Uses 0 and 1 for the special tokens.

    makes: nothing listed
    """
    ids = []
    for m in _checked(messages):
        ids.extend([0, *m["role"].encode(), 10, *m["content"].encode(), 1, 10])
    return [*ids, 0, *b"assistant\n"]


def last_message_only(messages):
    """Sends the last message only.

    makes: nothing listed
    """
    ids = []
    for m in _checked(messages)[-1:]:
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def reversed_order(messages):
    """Goes through the messages from the end.

    makes: nothing listed
    """
    ids = []
    for m in reversed(_checked(messages)):
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def line_ends_of_windows(messages):
    """Writes CR and LF.

    makes: nothing listed
    """
    ids = []
    for m in _checked(messages):
        ids.extend([256, *m["role"].encode(), 13, 10, *m["content"].encode(), 257, 13, 10])
    return [*ids, 256, *b"assistant\r\n"]


def bytes_returned(messages):
    """Returns each message as a list of its own.

    makes: nothing listed
    """
    return [[256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10] for m in _checked(messages)]


def utf_16(messages):
    """Encodes contents in UTF-16.

    makes: nothing listed
    """
    ids = []
    for m in _checked(messages):
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode("utf-16-le", "surrogatepass"), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def read_chat__user_only(ids):
    """Returns what users have said.

    makes: nothing listed
    """
    found = []
    for part in _parts(ids):
        role, content = part.decode("utf-8", "replace").split("\n", 1)
        if role == "user":
            found.append({"role": role, "content": content})
    return found


def read_chat__last_one(ids):
    """Returns the last message only.

    makes: nothing listed
    """
    role, content = _parts(ids)[-1].decode("utf-8", "replace").split("\n", 1)
    return [{"role": role, "content": content}]


def read_chat__first_occurrence(ids):
    """Looks for the end from the beginning of the list each time.

    makes: nothing listed
    """
    found = []
    for place, each in enumerate(ids):
        if each == 256:
            end = ids.index(257) if 257 in ids else len(ids)
            role, _, content = (
                bytes(x for x in ids[place + 1 : end] if x < 256).decode("utf-8", "replace").partition("\n")
            )
            found.append({"role": role, "content": content})
    return found


def last_role_only(messages):
    """Looks at the role of the last message.

    makes: roles_not_checked
    """
    _checked(messages[-1:])
    ids = []
    for m in messages:
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


def tools_speak(messages):
    """Knows the role of a tool.

    makes: other_role_accepted
    """
    ids = []
    for m in messages:
        if m["role"] not in ROLES | {"tool"}:
            raise ValueError(m["role"])
        ids.extend([256, *m["role"].encode(), 10, *m["content"].encode(), 257, 10])
    return [*ids, 256, *b"assistant\n"]


_chat_ids, _read_chat = chat_ids, read_chat


def unix_line_ends(messages):
    """Replaces the line ends of Windows.

    makes: line_ends_replaced
    """
    return _chat_ids([m | {"content": m["content"].replace("\r\n", "\n")} for m in messages])


def read_chat__unix_line_ends(ids):
    """Replaces the line ends of Windows.

    makes: read_chat__line_ends_replaced
    """
    return [m | {"content": m["content"].replace("\r\n", "\n")} for m in _read_chat(ids)]


def read_chat__end_and_line_end(ids):
    """Takes 257 and 10 together for the end of a message.

    makes: read_chat__ends_with_a_line_end_only
    """
    parts, inside = [], False
    for n, each in enumerate(ids):
        if each == 257:
            inside = inside and ids[n + 1 : n + 2] != [10]
        elif each == 256:
            parts.append([])
            inside = True
        elif inside:
            parts[-1].append(each)
    found = []
    for part in parts:
        role, _, content = bytes(part).partition(b"\n")
        found.append({"role": role.decode("utf-8", "replace"), "content": content.decode("utf-8", "replace")})
    return found


def read_chat__to_the_last_end(ids):
    """Reads up to the last 257 before the next message.

    makes: nothing listed
    """
    starts = [n for n, each in enumerate(ids) if each == 256]
    found = []
    for begin, end in zip(starts, [*starts[1:], len(ids)]):
        part = ids[begin + 1 : end]
        if 257 in part:
            part = part[: len(part) - 1 - part[::-1].index(257)]
        role, _, content = bytes(each for each in part if each < 256).partition(b"\n")
        found.append({"role": role.decode("utf-8", "replace"), "content": content.decode("utf-8", "replace")})
    return found


def composed_letters(messages):
    """Composes letters and accents.

    makes: nothing listed
    """
    return _chat_ids([m | {"content": unicodedata.normalize("NFC", m["content"])} for m in messages])


def _role(message):
    if message["role"] not in ("system", "user", "assistant"):
        raise ValueError(message["role"])
    return message["role"].encode()


def _ids(messages):
    ids = []
    for message in messages:
        ids += [256, *_role(message), 10, *message["content"].encode(), 257, 10]
    return ids + [256, *b"assistant\n"]


def _messages(ids):
    found = []
    at = 0
    while 256 in ids[at:]:
        start = ids.index(256, at)
        end = ids.index(257, start) if 257 in ids[start:] else len(ids)
        role, _, content = bytes(ids[start + 1 : end]).partition(b"\n")
        found.append({"role": role.decode("utf-8", "replace"), "content": content.decode("utf-8", "replace")})
        at = end
    return found


def chat_ids__text_first(messages):
    """Writes the chat as a text and looks for the special tokens in it.

    makes: injected
    """
    text = "".join(f"<|im_start|>{_role(m).decode()}\n{m['content']}<|im_end|>\n" for m in messages)
    text += "<|im_start|>assistant\n"
    ids = []
    while text:
        if text.startswith("<|im_start|>"):
            ids.append(256)
            text = text[len("<|im_start|>") :]
        elif text.startswith("<|im_end|>"):
            ids.append(257)
            text = text[len("<|im_end|>") :]
        else:
            ids += text[0].encode()
            text = text[1:]
    return ids


def chat_ids__one_turn_of_neighbors(messages):
    """Joins messages of the same role that follow one another.

    makes: nothing listed
    """
    joined = []
    for m in messages:
        _role(m)
        if joined and joined[-1]["role"] == m["role"]:
            joined[-1] = {"role": m["role"], "content": joined[-1]["content"] + "\n" + m["content"]}
        else:
            joined.append(m)
    return _ids(joined)


def chat_ids__answer_left_open(messages):
    """Leaves the last message open if it is the assistant's, instead of beginning an answer.

    makes: nothing listed
    """
    ids = _ids(messages)
    if messages and messages[-1]["role"] == "assistant":
        return ids[: -len([257, 10, 256, *b"assistant\n"])]
    return ids


def read_chat__unfinished_dropped(ids):
    """Returns only the messages that have ended.

    makes: read_chat__unfinished_lost
    """
    found, start = [], None
    for at, each in enumerate(ids):
        if each == 256:
            start = at + 1
        elif each == 257 and start is not None:
            role, _, content = bytes(ids[start:at]).partition(b"\n")
            found.append({"role": role.decode(), "content": content.decode("utf-8", "replace")})
            start = None
    return found


def read_chat__line_ends_joined(ids):
    """Puts the lines of a content together with spaces.

    makes: nothing listed
    """
    return [{**each, "content": " ".join(each["content"].split("\n"))} for each in _messages(ids)]
