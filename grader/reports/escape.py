"""Make learners' text safe to show: no control characters, direction marks, line breaks or workflow commands."""

from __future__ import annotations

import unicodedata

UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def line(text: str) -> str:
    """Write a text in one line, with everything that is not printable as an escape."""
    return "".join(_printable(character) for character in text).replace("##[", "# #[")


def guarded(text: str) -> str:
    """Break up what GitHub's runner takes for a command at the start of a line, with spaces before it or not."""
    start = text.lstrip()
    if not start.startswith(("::", "##[")):
        return text
    return f"{text[: len(text) - len(start)]}{start[0]} {start[1:]}"


def lines(text: str) -> list[str]:
    """Split a text at its line ends and write each line safely."""
    return [line(each) for each in text.replace("\r\n", "\n").split("\n")]


def _printable(character: str) -> str:
    if character == "\t":
        return "    "
    if unicodedata.category(character) not in UNSAFE:
        return character
    return character.encode("unicode_escape").decode("ascii") if character != "\n" else " "
