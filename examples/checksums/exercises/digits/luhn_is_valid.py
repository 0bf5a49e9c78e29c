"""Is it a card number?"""


def luhn_is_valid(number: str) -> bool:
    """Return True if the last digit of `number` is the check digit of the others, by Luhn's method.

    Args:
        number: any string; one that is not of two or more digits is not valid.

    >>> luhn_is_valid("1826")
    True
    """
    raise NotImplementedError  # TODO: write this
