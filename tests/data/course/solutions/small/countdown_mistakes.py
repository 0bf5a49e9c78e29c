"""Typical wrong versions of counting down."""


def to_zero(start):
    """It goes on to 0.

    The last number is 1. Look at when the loop ends.
    """
    yield from range(start, -1, -1)


def never_ends(start):
    """It never ends.

    The last number is 1. Look at when the loop ends.
    """
    while True:
        yield start
        start -= 1
