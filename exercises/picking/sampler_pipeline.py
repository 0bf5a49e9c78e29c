"""The whole sampler: from a model's scores to the distribution that the next token is drawn from."""

import numpy as np


def next_distribution(
    logits: np.ndarray, T: float = 1.0, top_k: int = 0, top_p: float = 1.0, min_p: float = 0.0
) -> np.ndarray:
    """Return the distribution to draw from: temperature, then top-k, then top-p, then min-p.

    Args:
        logits: (V,) float, V >= 1; -inf marks a banned token, and at least one is finite.
        T: the temperature, 0 or more; 0 leaves only the token with the largest logit.
        top_k: how many tokens to keep at most; 0 switches this filter off.
        top_p: the share of probability to keep, above 0; 1 switches this filter off.
        min_p: how likely a token must be compared with the likeliest, below 1; 0 switches this filter off.

    Returns:
        (V,) float, in the order of the logits; exactly 0 for tokens that were cut, adding up to 1.

    >>> next_distribution(np.array([3.0, 2.0, 0.0]), T=0.5, top_k=2, top_p=0.9).round(3).tolist()
    [0.881, 0.119, 0.0]
    >>> next_distribution(np.array([1.0, 5.0, 5.0]), T=0.0, top_k=2).tolist()
    [0.0, 1.0, 0.0]
    """
    raise NotImplementedError  # TODO: write this
