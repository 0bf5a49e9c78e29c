"""Known wrong answers to the number of ids of a chat."""

import re

from ..text.chat_template import chat_ids as _chat_ids


def _ids(content):
    return len(_chat_ids([{"role": "user", "content": content}]))


def name_is_one_id(content):
    """The name in the message was counted as one special token.

    Typed by a user it is text: each of its characters is a byte.
    """
    return _ids(re.sub(r"<\|im_\w+\|>", "*", content))


def no_opening(content):
    """The beginning of the answer was forgotten.

    After the message come the special token, "assistant" and a line end.
    """
    return _ids(content) - 1 - len("assistant\n")


def line_ends_forgotten(content):
    """The three line ends were not counted.

    One follows each role, and one the end of the message.
    """
    return _ids(content) - 3


def message_alone(content):
    """Only the message was counted.

    The template writes around it: special tokens, roles and line ends.
    """
    return len(content)


def special_spelled(content):
    """The special tokens of the template were counted letter by letter.

    Each of the three is one id.
    """
    return _ids(content) - 3 + 2 * len("<|im_start|>") + len("<|im_end|>")
