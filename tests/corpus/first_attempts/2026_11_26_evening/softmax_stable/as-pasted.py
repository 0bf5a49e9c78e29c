"""Softmax that survives: scores of any size, banned tokens and whole batches."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits, for every row by itself.

    As in attention with a mask: the masked scores get the smallest number of the dtype.
    """
    scores = np.asarray(logits).astype(np.float32)
    mask_value = np.finfo(scores.dtype).min
    scores = np.where(np.isneginf(scores), mask_value, scores)
    # upcast attention to fp32
    scores = scores - np.max(scores, axis=-1, keepdims=True)
    weights = np.exp(scores)
    return weights / np.sum(weights, axis=-1, keepdims=True)
