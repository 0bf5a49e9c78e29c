"""Runs of words and of long numbers in a text, which show that a part of another text stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

WORDS = 10
"""How many words in a row nobody writes by chance."""
NUMBERS = 3
"""How many long numbers in a row nobody writes by chance."""
LETTERS = 5
"""How many of them, at least, are different and no numbers."""
DIGITS = {True: 4, False: 6}
"""How many digits make a number long, with a decimal point and without."""
WORD = re.compile(r"\d+\.\d+|\w+")
NUMBER = re.compile(r"\d*\.\d+|\d+")
ESCAPE = re.compile(r"\\[nrt]")
"""A line end as it is written within quotation marks, as in notebooks."""

Run = tuple[int, int]
"""The line where a run begins, and its hash."""


def word_runs(text: str) -> Iterator[Run]:
    """Yield every run of words; punctuation, capitals and line ends do not count."""
    found = _found(text, WORD, str.lower)
    return _runs(found, WORDS, lambda words: sum(1 for each in set(words) if each[0] > "9") >= LETTERS)


def number_runs(text: str) -> Iterator[Run]:
    """Yield every run of long numbers, whatever stands between them."""
    return _runs([each for each in _found(text, NUMBER, _plain) if _is_long(each[1])], NUMBERS)


def _found(text: str, pattern: re.Pattern[str], normal: Callable[[str], str]) -> list[tuple[int, str]]:
    lines = ESCAPE.sub("  ", text).split("\n")
    return [(number, normal(each)) for number, line in enumerate(lines, 1) for each in pattern.findall(line)]


def _runs(
    found: list[tuple[int, str]], length: int, says_something: Callable[[tuple[str, ...]], bool] = bool
) -> Iterator[Run]:
    texts = tuple(text for _, text in found)
    for start in range(len(found) - length + 1):
        run = texts[start : start + length]
        if says_something(run):
            yield found[start][0], hash(run)


def _is_long(number: str) -> bool:
    digits = number.replace(".", "").strip("0")
    return len(digits) >= DIGITS["." in number] and len(set(digits)) > 2


def _plain(number: str) -> str:
    """Return a number without zeros that say nothing: .5, 0.5 and 0.50 are one."""
    whole, point, rest = number.partition(".")
    return whole.lstrip("0") + (point + rest.rstrip("0") if point else "")
