"""How unsure is the model? Entropy puts one number on a distribution."""

import numpy as np


def entropy_bits(p: np.ndarray) -> float:
    """Return the entropy of p in bits.

    Args:
        p: (V,) float, V >= 1; probabilities that add up to 1, some of them perhaps 0.

    Returns:
        a number from 0, for a certain outcome, to log2(V), for V equally likely ones.

    >>> entropy_bits(np.array([0.25, 0.25, 0.25, 0.25]))
    2.0
    >>> entropy_bits(np.array([0.5, 0.5, 0.0]))
    1.0
    """
    raise NotImplementedError  # TODO: write this
