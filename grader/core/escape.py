"""Make learners' text safe to show: no control characters, direction marks, line breaks, commands or formulas."""

from __future__ import annotations

import re
import unicodedata

UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What spreadsheets take for the beginning of a formula (https://owasp.org/www-community/attacks/CSV_Injection)."""
MARKDOWN = re.compile(r"([\\`*\[\]<>~&$@]|(?<![^\W_])_|_(?![^\W_]))")
"""What means something within a line of Markdown; an underscore within a word does not."""


def line(text: str) -> str:
    """Write a text in one line, with everything that is not printable as an escape."""
    safe = text if text.isprintable() else "".join(map(_printable, text))  # what is printable is none of UNSAFE
    return safe.replace("##[", "# #[")


def guarded(text: str) -> str:
    """Break up what GitHub's runner takes for a command at the start of a line, with spaces before it or not."""
    start = text.lstrip()
    if not start.startswith(("::", "##[")):
        return text
    return f"{text[: len(text) - len(start)]}{start[0]} {start[1:]}"


def lines(text: str) -> list[str]:
    """Split a text at its line ends and write each line safely."""
    return [line(each) for each in text.replace("\r\n", "\n").split("\n")]


def cell(text: str) -> str:
    """Write a text for a cell of a spreadsheet: in one line, and never a formula."""
    safe = line(text)
    return f"'{safe}" if safe.lstrip().startswith(FORMULA) else safe


def cut(text: str, most: int) -> str:
    """Leave out the middle of a text that is longer than `most` characters."""
    if len(text) <= most:
        return text
    end = (most - 3) // 3
    return f"{text[: most - 3 - end]} … {text[len(text) - end :]}"


def title(text: str) -> str:
    """Write a name for others to show, who may put it into a log, a table or Markdown: one line, never empty."""
    safe = guarded(line(text).strip()).replace("|", "¦")
    return MARKDOWN.sub(r"\\\1", safe) or "unnamed"


def _printable(character: str) -> str:
    if character == "\t":
        return "    "
    if unicodedata.category(character) not in UNSAFE:
        return character
    return character.encode("unicode_escape").decode("ascii") if character != "\n" else " "
