"""The best next token is not the best sentence: look at all sequences."""

from collections.abc import Callable

import numpy as np


def best_sequence(model: Callable[[tuple[int, ...]], np.ndarray], length: int) -> tuple[list[int], float]:
    """Return the likeliest sequence of tokens, and its probability.

    Args:
        model: takes the tokens so far, a tuple of ids, and returns (V,) float: the probabilities of the next token.
        length: how many tokens the sequence has, 1 or more; V to the power length is at most 4096.

    Returns:
        the sequence, the first in sorted order among equals, and its probability.

    >>> best_sequence(lambda prefix: np.array([0.25, 0.75]), 2)
    ([1, 1], 0.5625)
    """
    # step 1: greedy, then I will try all of them
    seq = []
    prob = 1.0
    for _ in range(length):
        p = model(tuple(seq))
        best = int(np.argmax(p))
        seq.append(best)
        prob *= float(p[best])
    return seq, prob
