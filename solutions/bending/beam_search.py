"""Search with a few beginnings at once: beam search, with a length penalty."""

from collections.abc import Callable

import numpy as np


def beam_search(
    model: Callable[[tuple[int, ...]], np.ndarray], width: int, length: int, eos: int, alpha: float
) -> tuple[list[int], float]:
    """Return the best text that a beam search finds, and its score.

    Args:
        model: takes the tokens so far, a tuple of ids, and returns (V,) float: the probabilities of the next token.
        width: how many beginnings are carried along, 1 or more.
        length: how many tokens a text has at most, 1 or more.
        eos: the id of the token that ends a text.
        alpha: the exponent of the length penalty, 0 or more.

    Returns:
        the tokens, eos included if it ended the text; and the sum of their log-probabilities divided by their number
        to the power of alpha.

    Raises:
        ValueError: width or length is less than 1.

    >>> beam_search(lambda prefix: np.array([0.25, 0.75]), 2, 3, 1, 0.0)
    ([1], -0.2876820724517809)

    Source: Wu et al. 2016, https://arxiv.org/abs/1609.08144, section 7, with a simpler penalty.
    """
    if width < 1 or length < 1:
        raise ValueError("width and length must be 1 or more")
    live: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    ended: list[tuple[float, tuple[int, ...]]] = []
    for _ in range(length):
        longer = [
            (total + float(log), (*tokens, token))
            for total, tokens in live
            for token, log in enumerate(np.log(model(tokens)))
        ]
        kept = sorted(longer, key=_best_first)[:width]
        ended += [each for each in kept if each[1][-1] == eos]
        live = [each for each in kept if each[1][-1] != eos]
    scored = [(total / len(tokens) ** alpha, tokens) for total, tokens in ended + live]
    score, best = min(scored, key=_best_first)
    return list(best), score


def _best_first(each: tuple[float, tuple[int, ...]]) -> tuple[float, tuple[int, ...]]:
    """Return the key that sorts by falling number, and by the ids among equals."""
    return -each[0], each[1]
