"""The best next token is not the best sentence: look at all sequences."""

from collections.abc import Callable
from itertools import product

import numpy as np


def best_sequence(model: Callable[[tuple[int, ...]], np.ndarray], length: int) -> tuple[list[int], float]:
    """Return the likeliest sequence of tokens, and its probability."""
    vocab = len(model(()))
    best, best_score = None, -np.inf
    for seq in product(range(vocab), repeat=length):
        # add logarithms, a product of many small numbers may underflow
        score = 0.0
        for t in range(length):
            score += np.log(model(seq[:t])[seq[t]])
        if score >= best_score:
            best, best_score = list(seq), float(score)
    return best, best_score
