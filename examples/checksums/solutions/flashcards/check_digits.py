"""The figures on the cards of the deck `check-digits`."""

from ..digits.isbn13_check_digit import isbn13_check_digit
from ..digits.luhn_is_valid import luhn_is_valid

DIGITS = "0123456789"


def luhn_swaps() -> dict[str, str]:
    """Return how many pairs of two different digits there are, and which of them Luhn's method can't tell from the swap."""
    pairs = [first + second for first in DIGITS for second in DIGITS if first < second]
    unnoticed = [pair for pair in pairs if _last(pair) == _last(pair[::-1])]
    return {"pairs": str(len(pairs)), "found": str(len(pairs) - len(unnoticed)), "unnoticed": ", ".join(unnoticed)}


def isbn_swaps() -> dict[str, str]:
    """Return how many pairs of two different digits there are, and how many an ISBN tells from the swap."""
    pairs = [first + second for first in DIGITS for second in DIGITS if first < second]
    rest = "0" * 10
    found = [pair for pair in pairs if isbn13_check_digit(pair + rest) != isbn13_check_digit(pair[::-1] + rest)]
    return {"pairs": str(len(pairs)), "found": str(len(found))}


def _last(payload: str) -> str:
    """Return the check digit of `payload` by Luhn's method."""
    return next(last for last in DIGITS if luhn_is_valid(payload + last))
