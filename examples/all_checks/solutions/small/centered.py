"""Centered."""

import numpy as np


def centered(values: np.ndarray) -> np.ndarray:
    """Return how far each of the values, (N,) float, is above their mean, (N,) float.

    >>> centered(np.array([1.0, 2.0, 6.0]))
    array([-2., -1.,  3.])
    """
    if not values.size:
        raise ValueError("no value has no mean")
    return values - values.mean()
