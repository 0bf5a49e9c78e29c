"""Known wrong answers to the number of words."""

import re

from ..text.pre_tokenize import pre_tokenize as _pre_tokenize


def cut_at_spaces(text):
    """The text was cut at its spaces only.

    It is cut wherever the kind of character changes: between letters, digits and signs, too.
    """
    return len(text.split())


def spaces_counted(text):
    """The spaces were counted as pieces.

    A single space sticks to the word after it.
    """
    return len(_pre_tokenize(text, [])) + text.count(" ")


def signs_one_by_one(text):
    """Each sign was counted by itself.

    Signs next to one another are one piece, as letters are.
    """
    return sum(len(re.findall(r"[^\w\s]", piece)) or 1 for piece in _pre_tokenize(text, []))


def digits_one_by_one(text):
    """Each digit was counted by itself.

    Some tokenizers cut numbers like that. Here the digits of a number stay together.
    """
    return sum(len(piece.strip()) if piece.strip().isdecimal() else 1 for piece in _pre_tokenize(text, []))


def letters_and_digits_only(text):
    """Signs were not counted.

    Every character belongs to a piece: signs make pieces of their own.
    """
    return len(re.findall(r"[^\W\d_]+|\d+", text))
