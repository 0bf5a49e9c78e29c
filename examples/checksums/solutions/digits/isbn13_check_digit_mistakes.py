"""Typical wrong versions of the ISBN's check digit."""

from .isbn13_check_digit import isbn13_check_digit as _right


def ten_for_zero(digits):
    """The check digit is 10 where nothing is missing.

    It has to be one digit. What is missing to the next number that 10 divides, if 10 divides the sum?
    """
    return _right(digits) or 10


def weights_swapped(digits):
    """The weights begin with 3.

    The first digit counts once, the second three times. Try a number that begins with 1 and has only zeros after it.
    """
    _right(digits)
    plain = digits.replace("-", "")
    return -(3 * sum(map(int, plain[::2])) + sum(map(int, plain[1::2]))) % 10


def remainder(digits):
    """The remainder of the sum is returned.

    That is what is too much, not what is missing to the next number that 10 divides.
    """
    return -_right(digits) % 10


def no_weights(digits):
    """All digits count the same.

    Swapped digits would have the same check digit. Look at the weights 1 and 3.
    """
    _right(digits)
    return -sum(map(int, digits.replace("-", ""))) % 10


def hyphens_refused(digits):
    """A number with hyphens is refused.

    Books are printed with them. Look at the second rule.
    """
    if "-" in digits:
        raise ValueError("a hyphen")
    return _right(digits)


def any_length(digits):
    """A number of another length gets a check digit, too.

    A digit that was forgotten goes unnoticed. Look at the last rule.
    """
    plain = digits.replace("-", "")
    if not set(plain) <= set("0123456789"):
        raise ValueError("no digit")
    return -(sum(map(int, plain[::2])) + 3 * sum(map(int, plain[1::2]))) % 10
