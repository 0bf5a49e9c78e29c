"""How unsure is the model? Entropy puts one number on a distribution."""

import numpy as np


def entropy_bits(p: np.ndarray) -> float:
    """Return the entropy of p in bits.

    A token's surprise is -log2 of its probability; entropy is the surprise to expect on average.

    Args:
        p: (V,) float, V >= 1; probabilities that add up to 1, some of them perhaps 0.

    Returns:
        a number from 0, for a certain outcome, to log2(V), for V equally likely ones.

    >>> entropy_bits(np.array([0.25, 0.25, 0.25, 0.25]))
    2.0
    >>> entropy_bits(np.array([0.5, 0.5, 0.0]))
    1.0

    Source: Shannon 1948, A mathematical theory of communication, section 6.
    """
    positive = p[p > 0]  # a token that never comes never surprises
    surprises = -np.log2(positive)
    return float((positive * surprises).sum())
