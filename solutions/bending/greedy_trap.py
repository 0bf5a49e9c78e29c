"""The best next token is not the best sentence: look at all sequences."""

from collections.abc import Callable
from itertools import product

import numpy as np


def best_sequence(model: Callable[[tuple[int, ...]], np.ndarray], length: int) -> tuple[list[int], float]:
    """Return the likeliest sequence of tokens, and its probability.

    A sequence's probability is the product of its tokens' probabilities, each given all tokens before it.

    Args:
        model: takes the tokens so far, a tuple of ids, and returns (V,) float: the probabilities of the next token.
        length: how many tokens the sequence has, 1 or more; V to the power length is at most 4096.

    Returns:
        the sequence, the first in sorted order among equals, and its probability.

    >>> best_sequence(lambda prefix: np.array([0.25, 0.75]), 2)
    ([1, 1], 0.5625)

    Source: the chain rule of probability, P(x, y) = P(x) · P(y | x).
    """
    vocabulary = range(len(model(())))
    best: tuple[int, ...] = ()
    best_probability = 0.0
    for tokens in product(vocabulary, repeat=length):  # in sorted order, so that the first of equals stays
        probability = 1.0
        for place, token in enumerate(tokens):
            probability *= float(model(tokens[:place])[token])
        if probability > best_probability:
            best, best_probability = tokens, probability
    return list(best), best_probability
