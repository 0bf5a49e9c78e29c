"""Accept or make up for it: use a guess without changing the distribution."""

import numpy as np


def accept_and_residual(p: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how often each drafted token is accepted, and what to draw from after a rejection.

    A token comes out by acceptance with probability min(p, q); the residual holds what is still missing to p.

    Args:
        p: (V,) float, V >= 1; the target's probabilities, adding up to 1.
        q: (V,) float; the draft's probabilities, adding up to 1.

    Returns:
        the probability of accepting each token, (V,) float; and the residual, (V,) float, probabilities that add up
        to 1.

    >>> accept, residual = accept_and_residual(np.array([0.5, 0.375, 0.125]), np.array([0.25, 0.25, 0.5]))
    >>> accept.tolist()
    [1.0, 1.0, 0.25]
    >>> residual.round(3).tolist()
    [0.667, 0.333, 0.0]

    Source: Leviathan, Kalman and Matias 2023, section 2.3, https://arxiv.org/abs/2211.17192.
    """
    ratio = np.divide(p, q, out=np.zeros(len(p)), where=q > 0)  # 0 for a token that is never drafted
    lacking = np.clip(p - q, 0.0, None)
    missing = lacking.sum()
    if missing == 0:  # p and q are the same, so there is no rejection to make up for
        return np.minimum(ratio, 1.0), p.copy()
    return np.minimum(ratio, 1.0), lacking / missing
