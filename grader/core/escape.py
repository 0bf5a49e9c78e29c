"""Make learners' text safe to show: no control characters, direction marks, line breaks, commands or formulas."""

import re
import unicodedata

UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Characters that spreadsheets read as the start of a formula (https://owasp.org/www-community/attacks/CSV_Injection)."""
MARKDOWN = re.compile(r"([\\`*\[\]<>~&$@]|(?<![^\W_])_|_(?![^\W_]))")
"""Characters with a meaning within a line of Markdown; an underscore within a word has none."""


def line(text: str) -> str:
    """Return a text as one line, unprintable characters escaped."""
    safe = text if text.isprintable() else "".join(map(_printable, text))  # printable characters are never in UNSAFE
    return safe.replace("##[", "# #[")


def guarded(text: str) -> str:
    """Break up a GitHub Actions workflow command at the start of a line, leading spaces or not."""
    start = text.lstrip()
    if not start.startswith(("::", "##[")):
        return text
    return f"{text[: len(text) - len(start)]}{start[0]} {start[1:]}"


def lines(text: str) -> list[str]:
    return [line(part) for part in text.replace("\r\n", "\n").split("\n")]


def cell(text: str) -> str:
    """Return a text for a spreadsheet cell: one line, never a formula."""
    safe = line(text)
    return f"'{safe}" if safe.lstrip().startswith(FORMULA) else safe


NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d.]{0,24}(?:e[-+]?\d+)?(?![\w.])")
"""A number of ordinary length."""


def cut(text: str, most: int) -> str:
    """Shorten a text to `most` characters by leaving out its middle, and what would be half a number."""
    if len(text) <= most:
        return text
    end = (most - 3) // 3
    first, last = most - 3 - end, len(text) - end
    for number in NUMBER.finditer(text):
        if number.start() < first < number.end():
            first = number.start()
        if number.start() < last < number.end():
            last = number.end()
    return f"{text[:first]} … {text[last:]}"


def columns_of(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    widths = (1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text if not unicodedata.combining(sign))
    return sum(widths)


def title(text: str) -> str:
    """Return a name that is safe in other tools' logs, tables and Markdown: one line, never empty."""
    safe = guarded(line(text).strip()).replace("|", "¦")
    return MARKDOWN.sub(r"\\\1", safe) or "unnamed"


def _printable(character: str) -> str:
    if character == "\t":
        return "    "
    if unicodedata.category(character) not in UNSAFE:
        return character
    return character.encode("unicode_escape").decode("ascii") if character != "\n" else " "
