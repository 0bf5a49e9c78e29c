"""Typical wrong versions of Luhn's method."""

from .luhn_is_valid import luhn_is_valid as _right


def _digits(number):
    """Return the digits from right to left, or None if the string is no number."""
    is_number = len(number) > 1 and set(number) <= set("0123456789")
    return [int(character) for character in reversed(number)] if is_number else None


def from_the_left(number):
    """Every second digit is doubled from the left.

    In a number with an odd count of digits, these are the others. Do 182 by hand, from the right.
    """
    digits = _digits(number)
    if digits is None:
        return False
    digits.reverse()
    return (sum(digits[1::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[::2])) % 10 == 0


def doubles_the_check_digit(number):
    """The last digit is doubled, and every second one before it.

    The check digit counts as it is. Where does the first step of the task begin?
    """
    digits = _digits(number)
    if digits is None:
        return False
    return (sum(digits[1::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[::2])) % 10 == 0


def no_doubling(number):
    """The digits are added up as they are.

    Two neighbors that are swapped have the same sum then. Look at the first step of the task.
    """
    digits = _digits(number)
    return digits is not None and sum(digits) % 10 == 0


def two_digits_left_whole(number):
    """A doubled digit of two digits is added whole.

    16 adds 16, not 7. Look at the second step of the task, and at the number 91.
    """
    digits = _digits(number)
    return digits is not None and (sum(digits[::2]) + 2 * sum(digits[1::2])) % 10 == 0


def needs_no_second_digit(number):
    """A string of a single 0, or of nothing, is valid.

    A check digit needs something to check. Look at the second rule.
    """
    return number in {"", "0"} or _right(number)


def other_characters_left_out(number):
    """Characters that are no digits are left out.

    18-26 is not valid here, however people write it on a card. Look at the last rule.
    """
    return _right("".join(character for character in number if character in "0123456789"))


def raises(number):
    """A string that is no number raises an exception.

    The caller asked whether it is valid, and it is not. Look at the last rule.
    """
    for character in number:
        int(character)
    return _right(number)
