"""The last digit of a book's number."""


def isbn13_check_digit(digits: str) -> int:
    """Return the check digit of an ISBN, 0 to 9.

    Args:
        digits: the first twelve digits, with or without hyphens; anything else raises ValueError.

    >>> isbn13_check_digit("978-92-95055-12")
    4

    Source: International ISBN Agency 2017, ISBN users' manual, 7th edition.
    """
    plain = digits.replace("-", "")
    if len(plain) != 12 or not set(plain) <= set("0123456789"):
        raise ValueError("an ISBN has twelve digits before its check digit")
    total = sum(map(int, plain[::2])) + 3 * sum(map(int, plain[1::2]))
    return -total % 10
