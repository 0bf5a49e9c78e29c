"""Typical wrong versions of the odd exercise."""


def same(number):
    """Nothing is added.

    Add 1.
    """
    return number
