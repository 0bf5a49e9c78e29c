"""How the figures of cards are written: rounded, without a zero in front of the point, thousands set apart."""

from collections.abc import Iterable

BLANK = "\u00a0"
"""A blank at which no line breaks."""


def short(number: float, places: int = 3) -> str:
    """Write a number rounded to some places."""
    return f"{number:.{places}f}".removeprefix("0").replace("-", "−")


def several(numbers: Iterable[float], places: int = 3) -> str:
    """Write numbers side by side in one line."""
    return BLANK.join(short(number, places) for number in numbers)


def grouped(number: int) -> str:
    """Write a whole number with a blank before every three digits."""
    return f"{number:,}".replace(",", BLANK)


def percent(share: float, places: int = 0) -> str:
    """Write a share as a percentage."""
    return f"{100 * share:.{places}f}{BLANK}%"
