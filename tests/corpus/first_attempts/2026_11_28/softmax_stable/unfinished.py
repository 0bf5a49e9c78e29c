import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits, for every row by itself."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    # TODO: raise ValueError for the bad inputs
    return e / e.sum(axis=-1, keepdims=True)
