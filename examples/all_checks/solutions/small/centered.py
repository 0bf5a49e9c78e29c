"""Centered."""

import numpy as np


def centered(values: np.ndarray) -> np.ndarray:
    """Return how far each of the values, (N,) float, is above their mean, (N,) float."""
    if not values.size:
        raise ValueError("no value has no mean")
    return values - values.mean()
