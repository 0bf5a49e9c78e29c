"""Typical wrong versions of turning a chat into ids and back."""

import re

from .chat_template import END, ROLES, START
from .chat_template import chat_ids as _chat_ids
from .chat_template import read_chat as _read_chat

NAMES = {"<|im_start|>": START, "<|im_end|>": END}


def _with(messages, message=None, opening=(START, *b"assistant\n")):
    """Build the ids with one step exchanged."""
    ids = []
    for each in messages:
        if each["role"] not in ROLES:
            raise ValueError
        ids += (message or _message)(each["role"], each["content"])
    return [*ids, *opening]


def _message(role, content):
    return [START, *f"{role}\n{content}".encode(), END, *b"\n"]


def _found(text):
    """Return the ids of a text in which names of special tokens are special tokens."""
    return [
        each
        for part in re.split(r"(<\|im_start\|>|<\|im_end\|>)", text)
        for each in ([NAMES[part]] if part in NAMES else part.encode())
    ]


def injected(messages):
    """The chat is first written as one text, and then special tokens are looked for in it.

    A user who types `<|im_end|>` ends the message, and can continue in the name of the system. Only the special tokens
    that you put there yourself may become 256 and 257.
    """
    return _with(messages, lambda role, content: [START, *_found(f"{role}\n{content}"), END, *b"\n"])


def names_in_bytes(messages):
    """The special tokens are spelled as text: ten or twelve bytes each.

    A model has learned what the ids 256 and 257 mean, not their names. They enter the list as numbers.
    """
    text = "".join(f"<|im_start|>{role}\n{content}<|im_end|>\n" for role, content in _pairs(messages))
    return list(f"{text}<|im_start|>assistant\n".encode())


def _pairs(messages):
    _with(messages)
    return [(each["role"], each["content"]) for each in messages]


def names_removed(messages):
    """Names of special tokens are removed from the messages.

    It makes the chat safe, but the text is no longer what the user wrote: nobody could ask about `<|im_end|>`. As bytes the
    name is harmless.
    """
    return _with(messages, lambda role, content: _message(role, re.sub(r"<\|im_(start|end)\|>", "", content)))


def default_system_message(messages):
    """A chat without a message of the system gets one: "You are a helpful assistant."

    Qwen's template does that. This one writes the messages of the chat and no others.
    """
    return _with_system(messages, "You are a helpful assistant.")


def default_system_message__of_qwen(messages):
    """Qwen 2.5 says who it is."""
    return _with_system(messages, "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.")


def _with_system(messages, content):
    has_one = bool(messages) and messages[0]["role"] == "system"
    return _chat_ids(messages if has_one else [{"role": "system", "content": content}, *messages])


def no_opening(messages):
    """The beginning of the answer is missing.

    The model would continue by opening a turn itself, perhaps the user's. After the last message comes 256 and
    "assistant".
    """
    return _with(messages, opening=())


def opening_without_line_end(messages):
    """After the "assistant" of the answer there is no line end.

    The model would have to write it first. In every message a line end follows the role, in the one to be written, too.
    """
    return _with(messages, opening=(START, *b"assistant"))


def opening_ended(messages):
    """The beginning of the answer is closed with 257.

    Then the answer has ended before it began. The model itself ends it.
    """
    return _with(messages, opening=(START, *b"assistant\n", END, *b"\n"))


def opening_only_after_the_user(messages):
    """After an assistant's message no answer is begun.

    The task asks for the beginning of an answer after the last message, whoever wrote it, and also if there is none.
    """
    ids = _chat_ids(messages)
    return ids if messages and messages[-1]["role"] == "user" else ids[: -len(b"assistant\n") - 1]


def no_line_end_after_a_message(messages):
    """After 257 the line end is missing.

    The template has one after each message, and the model was trained with it. What comes after 257 in the worked
    example?
    """
    return _with(messages, lambda role, content: [START, *f"{role}\n{content}".encode(), END])


def line_end_before_the_end(messages):
    """The line end stands before 257 instead of after it.

    Then every content would end with a line end of its own. In the worked example 257 follows "Hi" at once.
    """
    return _with(messages, lambda role, content: [START, *f"{role}\n{content}\n".encode(), END])


def role_on_the_same_line(messages):
    """Role and content are on one line.

    A line end separates them: without it, nobody knows where the role ends.
    """
    return _with(messages, lambda role, content: [START, *f"{role}: {content}".encode(), END, *b"\n"])


def role_on_the_same_line__blank(messages):
    """A space separates them."""
    return _with(messages, lambda role, content: [START, *f"{role} {content}".encode(), END, *b"\n"])


def content_stripped(messages):
    """White space around a content is removed.

    Some templates do that. Here a content comes back exactly as it was, and for code or poems it matters.
    """
    return _chat_ids([{**each, "content": each["content"].strip()} for each in messages])


def code_points(messages):
    """Characters become the numbers that Unicode gives them, not bytes.

    "é" is two bytes, and "ā" has the number 257: a letter that ends the message. Encode the text in UTF-8 first.
    """
    return _with(messages, lambda role, content: [START, *map(ord, f"{role}\n{content}"), END, 10])


def start_ends_it(messages):
    """A message ends with 256.

    That is the token that begins one. The end is 257.
    """
    return _with(messages, lambda role, content: [START, *f"{role}\n{content}".encode(), START, *b"\n"])


def system_left_out(messages):
    """Messages of the system are left out.

    They say how the assistant should behave, and the model must read them like the others.
    """
    return _chat_ids([each for each in messages if each["role"] != "system" or _with([each]) is None])


def roles_not_checked(messages):
    """Any role is accepted.

    The model has learned three. A role that a caller could choose freely might hold line ends or anything else; the rules ask
    for ValueError.
    """
    ids = []
    for each in messages:
        ids += _message(each["role"], each["content"])
    return [*ids, START, *b"assistant\n"]


def roles_not_checked__but_the_last(messages):
    """Only the role of the last message is looked at."""
    _with(messages[-1:])
    return roles_not_checked(messages)


def roles_not_checked__but_the_first(messages):
    """Only the role of the first message is looked at."""
    _with(messages[:1])
    return roles_not_checked(messages)


def other_role_accepted(messages):
    """A fourth role is accepted: tool.

    Some templates have it, this one does not. The rules name three roles.
    """
    _with([each for each in messages if each["role"] != "tool"])
    return roles_not_checked(messages)


def line_ends_replaced(messages):
    r"""A line end of two characters, `\r\n`, becomes one.

    Programs that read files do that unasked. A content comes back exactly as it was.
    """
    return _with(messages, lambda role, content: _message(role, content.replace("\r\n", "\n")))


def empty_left_out(messages):
    """A message without any text is left out.

    It is a message all the same, and the turns would no longer alternate. Its content is the empty text.
    """
    _with(messages)
    return _chat_ids([each for each in messages if each["content"]])


def changes_its_input(messages):
    """The beginning of the answer is added to the caller's messages.

    The caller finds one message more than before. Add it to your own list of ids.
    """
    ids = _chat_ids(messages)
    messages.append({"role": "assistant", "content": ""})
    return ids


def read_chat__by_names(ids):
    """The ids are first turned into one text with the names of the special tokens, which is then cut at the names.

    A name that was typed in a message cuts it, too. Cut the list of ids at 256 and 257, and decode what lies between.
    """
    names = {START: b"<|im_start|>", END: b"<|im_end|>"}
    text = b"".join(names.get(each, bytes([each % 256])) for each in ids).decode("utf-8", "replace")
    found = []
    for part in text.split("<|im_start|>")[1:]:
        role, _, content = part.partition("<|im_end|>")[0].partition("\n")
        found.append({"role": role, "content": content})
    return found


def read_chat__by_names__pattern(ids):
    """A pattern looks for the names, and a name within a message is passed over where it begins one."""
    names = {START: b"<|im_start|>", END: b"<|im_end|>"}
    text = b"".join(names.get(each, bytes([each % 256])) for each in ids).decode("utf-8", "replace")
    found = re.findall(r"<\|im_start\|>(.*?)\n(.*?)(?:<\|im_end\|>|\Z)", text, re.S)
    return [{"role": role, "content": content} for role, content in found]


def read_chat__first_line_only(ids):
    """Of a content with several lines only the first one comes back.

    `split("\\n")` cuts at every line end. The role ends at the first one, and all others belong to the content.
    """
    return [each | {"content": each["content"].split("\n")[0]} for each in _read_chat(ids)]


def read_chat__stripped(ids):
    """White space around a content is removed.

    A content comes back exactly as it was. Only the line end after the role is the template's.
    """
    return [each | {"content": each["content"].strip()} for each in _read_chat(ids)]


def read_chat__ends_with_a_line_end_only(ids):
    """A message ends only at a 257 that a line end follows.

    Any other 257 is passed over, and the ids after it are added to the content. A message ends at the first 257.
    """
    parts, is_inside = [], False
    for each, following in zip(ids, [*ids[1:], None], strict=True):
        if each == START:
            parts.append([])
            is_inside = True
        elif each == END:
            is_inside = is_inside and following != 10
        elif is_inside:
            parts[-1].append(each)
    pairs = [bytes(part).decode("utf-8", "replace").partition("\n") for part in parts]
    return [{"role": role, "content": content} for role, _, content in pairs]


def read_chat__line_ends_replaced(ids):
    r"""A line end of two characters, `\r\n`, becomes one.

    Programs that read files do that unasked. A content comes back exactly as it was.
    """
    return [each | {"content": each["content"].replace("\r\n", "\n")} for each in _read_chat(ids)]


def read_chat__unfinished_lost(ids):
    """A message that has not ended yet is left out.

    An unfinished answer has no 257. Its content is the text so far.
    """
    messages = _read_chat(ids)
    return messages[: ids.count(END)]


def read_chat__empty_lost(ids):
    """Messages without any text are left out.

    The empty text is a content, too, and an answer that has just begun has no other.
    """
    return [each for each in _read_chat(ids) if each["content"]]


def read_chat__bad_bytes_raise(ids):
    """An answer that is cut within a character ends in UnicodeDecodeError.

    The model writes byte by byte here, and can be stopped anywhere. The rules want U+FFFD.
    """
    _by_messages(ids, "strict")
    return _read_chat(ids)


def read_chat__bad_bytes_vanish(ids):
    """Bytes that are not valid UTF-8 vanish without a sign.

    The reader should see that something is missing. The rules want U+FFFD.
    """
    return _by_messages(ids, "ignore")


def _by_messages(ids, errors, encoding="utf-8"):
    found, part = [], None
    for each in [*ids, END]:
        if each == START:
            part = []
        elif each == END and part is not None:
            role, _, content = bytes(part).decode(encoding, errors).partition("\n")
            found.append({"role": role, "content": content})
            part = None
        elif part is not None:
            part.append(each)
    return found


def read_chat__role_kept(ids):
    """The content begins with the role and its line end.

    These belong to the template. The content begins after the first line end.
    """
    return [each | {"content": f"{each['role']}\n{each['content']}"} for each in _read_chat(ids)]


def read_chat__byte_by_byte(ids):
    """Each byte becomes a character of its own.

    "é" then reads "Ã©". Put the bytes of a message together and decode them as UTF-8.
    """
    return _by_messages(ids, "strict", "latin-1")


def read_chat__line_end_kept(ids):
    """The line end after a message is added to its content.

    It stands after 257, so it belongs to the template.
    """
    messages = _read_chat(ids)
    return [
        each | {"content": each["content"] + "\n"} if place < ids.count(START) - 1 else each
        for place, each in enumerate(messages)
    ]


def read_chat__pairs(ids):
    """The messages are pairs and not dicts.

    The task asks for the form in which `chat_ids` takes them: with "role" and "content".
    """
    return [(each["role"], each["content"]) for each in _read_chat(ids)]


def read_chat__changes_its_input(ids):
    """The ids that were given are taken out of their list.

    The caller still needs them: the answer continues them. `pop` and `del` change the list itself.
    """
    found = _read_chat(ids)
    del ids[:]
    return found
