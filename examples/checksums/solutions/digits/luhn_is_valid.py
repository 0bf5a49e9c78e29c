"""Is it a card number?"""


def luhn_is_valid(number: str) -> bool:
    """Return True if the last digit of `number` is the check digit of the others, by Luhn's method.

    Args:
        number: any string; one that is not of two or more digits is not valid.

    >>> luhn_is_valid("1826")
    True

    Source: Luhn 1960, US patent 2,950,048.
    """
    if len(number) < 2 or not set(number) <= set("0123456789"):
        return False
    digits = [int(character) for character in reversed(number)]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
