"""Softmax by hand: turn a model's scores into probabilities."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits.

    softmax_1, see "Attention Is Off By One": (exp(x))_i / (1 + sum_j exp(x_j))
    """
    shift = max(np.max(logits), 0.0)
    exp_x = np.exp(logits - shift)
    return exp_x / (np.exp(-shift) + np.sum(exp_x))
