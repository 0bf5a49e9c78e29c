"""Typical wrong versions of Centered."""

import numpy as np

from .centered import centered as _right


def from_the_median(values):
    """The distance is that from the median.

    Half of the values are below the median. Are they of the mean, too, in the worked example?
    """
    return values - np.median(values) if values.size else _right(values)


def times_the_mean(values):
    """The values are divided by the mean.

    That says how many times the mean a value is. The task asks how far above it.
    """
    return values / values.mean() if values.size else _right(values)


def without_a_sign(values):
    """Distances below the mean are positive.

    The task says which sign they have.
    """
    return np.abs(_right(values))


def no_exception(values):
    """An array without a value gives an array without a value.

    Look at the last sentence of the task.
    """
    return _right(values) if values.size else values


def in_place(values):
    """The caller's array is changed.

    The caller still has it, and finds other numbers in it. Which operators make a new array?
    """
    values[:] = _right(values)
    return values
