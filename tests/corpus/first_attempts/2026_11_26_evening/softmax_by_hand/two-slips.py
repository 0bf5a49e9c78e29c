"""Softmax by hand: turn a model's scores into probabilities."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits."""
    # subtract the largest first, I read that this is safer
    logits -= logits.max()
    exps = np.exp(logits)
    probs = exps / np.sum(exps)
    return np.round(probs, 6)
