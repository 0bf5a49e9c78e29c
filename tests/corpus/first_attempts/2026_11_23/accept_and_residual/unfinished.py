"""Accept or make up for it: use a guess without changing the distribution."""

import numpy as np


def accept_and_residual(p: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how often each drafted token is accepted, and what to draw from after a rejection.

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
    """
    accept = np.minimum(1, p / q)  # what if q is 0?
    residual = np.maximum(0, p - q)
    # TODO normalize, p == q
    return accept, residual
