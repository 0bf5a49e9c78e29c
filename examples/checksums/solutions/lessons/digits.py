"""The figures on the page of the unit `digits`."""

from ..digits.isbn13_check_digit import isbn13_check_digit
from ..digits.luhn_is_valid import luhn_is_valid

MANUAL = "978929505512"
"""The first twelve digits of the ISBN users' manual."""


def page() -> dict[str, str]:
    """Return the sums of the number worked out in full, and how many numbers of three digits are valid by chance."""
    ones, threes = sum(map(int, MANUAL[::2])), sum(map(int, MANUAL[1::2]))
    return {
        "ones": str(ones),
        "threes": str(threes),
        "tripled": str(3 * threes),
        "total": str(ones + 3 * threes),
        "check": str(isbn13_check_digit(MANUAL)),
        "valid": str(sum(luhn_is_valid(f"{number:03}") for number in range(10**3))),
    }
