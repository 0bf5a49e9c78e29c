"""Bias, bans and a minimum length: decide before the model which tokens may come."""

import numpy as np


def shape_logits(
    logits: np.ndarray, bias: dict[int, float], banned: list[int], eos: int, n_generated: int, min_tokens: int
) -> np.ndarray:
    """Return the logits after the bias, the bans and the shortest length.

    The bans come last, so that no bias can undo them: the exponential of -inf is exactly 0.

    Args:
        logits: (V,) float, V >= 2.
        bias: from ids to the numbers to add to their logits; may be empty.
        banned: the ids that must not come; may be empty.
        eos: the id of the end-of-sequence token.
        n_generated: how many tokens have been generated so far, 0 or more.
        min_tokens: EOS is banned while n_generated is less than this.

    Returns:
        (V,) float, in the order of the logits; -inf for every banned token.

    >>> shape_logits(np.array([1.0, 2.0, 0.0]), {1: 3.0}, [0], 2, 1, 2).tolist()
    [-inf, 5.0, -inf]
    >>> shape_logits(np.array([2.0, 1.0, 3.0]), {0: 5.0}, [2], 1, 6, 6).tolist()
    [7.0, 1.0, -inf]

    Source: OpenAI, API reference, logit_bias; vLLM, sampling parameters, min_tokens.
    """
    shaped = logits.copy()
    for token, push in bias.items():
        shaped[token] += push
    shaped[banned] = -np.inf
    if n_generated < min_tokens:
        shaped[eos] = -np.inf
    return shaped
