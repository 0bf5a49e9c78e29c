"""Softmax by hand: turn a model's scores into probabilities."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits.

    The exponential makes every score positive; dividing by the total makes them add up to 1.

    Args:
        logits: (V,) float, V >= 1, between -50 and 50.

    Returns:
        (V,) float, in the order of the logits; none negative, adding up to 1.

    >>> softmax(np.array([0.0, 0.0])).tolist()
    [0.5, 0.5]

    Source: Goodfellow, Bengio and Courville 2016, Deep Learning, equation 6.29.
    """
    exponentials = np.exp(logits)  # (V,)
    return exponentials / exponentials.sum()
