"""The last digit of a book's number."""


def isbn13_check_digit(digits: str) -> int:
    """Return the check digit of an ISBN, 0 to 9.

    Args:
        digits: the first twelve digits, with or without hyphens; anything else raises ValueError.

    >>> isbn13_check_digit("978-92-95055-12")
    4
    """
    raise NotImplementedError  # TODO: write this
