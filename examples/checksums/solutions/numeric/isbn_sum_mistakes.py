"""Known wrong answers to the check digit of an ISBN by its weighted sum."""


def remainder(total):
    """The remainder of the sum by 10 was taken.

    That is what is too much. How much is missing to the next number that 10 divides?
    """
    return total % 10


def next_ten(total):
    """The next number that 10 divides was taken.

    A check digit is one digit: what is missing from the sum to that number.
    """
    return total - total % 10 + 10
