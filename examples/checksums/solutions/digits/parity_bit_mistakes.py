"""Typical wrong versions of the parity bit."""

from .parity_bit import parity_bit as _right


def odd_parity(bits):
    """The bit makes the number of ones odd.

    That is odd parity, the other convention. Which one does the first sentence of the task ask for?
    """
    return 1 - _right(bits)


def counts_the_zeros(bits):
    """The zeros are counted, not the ones.

    The two numbers are even together only in rows of even length. Try a row of three zeros.
    """
    _right(bits)
    return bits.count("0") % 2


def number_of_ones(bits):
    """The number of ones is returned as it is.

    One bit can't hold a 3. What does the receiver need to know about that number?
    """
    _right(bits)
    return bits.count("1")


def no_exception(bits):
    """Characters that are no bits are passed over.

    A receiver would then take a broken row for a good one. Look at the last rule.
    """
    return bits.count("1") % 2
