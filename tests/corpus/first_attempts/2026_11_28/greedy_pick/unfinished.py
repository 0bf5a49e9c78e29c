import numpy as np


def greedy(logits: np.ndarray) -> int:
    """Return the id of the token with the largest logit."""
    if len(logits) == 0:
        raise ValueError("no logits")
    return int(np.argmax(logits))
