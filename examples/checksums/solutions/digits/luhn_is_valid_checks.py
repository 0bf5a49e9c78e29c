"""The law and the generators of the checks of Luhn's method."""

from .luhn_is_valid import luhn_is_valid


def a_valid_number(rng, size):
    """Draw `size` - 1 digits, and append their check digit."""
    payload = "".join(str(digit) for digit in rng.integers(0, 10, size - 1))
    return {"number": next(payload + last for last in "0123456789" if luhn_is_valid(payload + last))}


def a_number(rng, size):
    """Draw a number of `size` digits: a valid one, or one with any last digit."""
    number = a_valid_number(rng, size)["number"]
    return {"number": number if rng.random() < 0.5 else number[:-1] + str(rng.integers(0, 10))}


def one_wrong_digit_is_found(near, number):
    """Ask about the number with its first digit changed in each way; say which change went unnoticed."""
    changed = [digit + number[1:] for digit in "0123456789" if digit != number[0]]
    answers = yield [{"number": other} for other in [number, *changed]]
    if not answers[0]:
        return f"{number} is valid"
    unnoticed = [other for other, answer in zip(changed, answers[1:], strict=True) if answer]
    return f"{number} is valid, so {unnoticed[0]} is not" if unnoticed else None
