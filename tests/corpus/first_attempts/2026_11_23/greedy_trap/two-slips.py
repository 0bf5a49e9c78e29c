"""The best next token is not the best sentence: look at all sequences."""

from collections.abc import Callable

import numpy as np
from itertools import product


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
    V = len(model(()))
    best, best_prob = None, -1.0
    for seq in product(range(V), repeat=length):
        prob = 1.0
        prefix = ()
        for token in seq:
            prob *= model(prefix)[token]
            prefix = (token,)
        if prob >= best_prob:
            best, best_prob = list(seq), prob
    return best, float(best_prob)
