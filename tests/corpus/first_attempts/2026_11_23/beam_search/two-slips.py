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
    """
    if width < 1 or length < 1:
        raise ValueError("width and length must be at least 1")
    beams = [(0.0, ())]
    done = []
    for _ in range(length):
        new = []
        for total, text in beams:
            for token, prob in enumerate(model(text)):
                new.append((total + float(np.log(prob)), text + (token,)))
        new.sort(reverse=True)
        beams = []
        for total, text in new[:width]:
            if text[-1] == eos:
                done.append((total, text))
            else:
                beams.append((total, text))
        if not beams:
            break

    def score(item):
        total, text = item
        n = len([t for t in text if t != eos])
        return total / max(n, 1) ** alpha

    everything = sorted(done + beams, reverse=True, key=lambda item: (score(item), item[1]))
    return list(everything[0][1]), score(everything[0])
