"""One look at several guesses: keep drafted tokens up to the first that the target rejects."""

import numpy as np

from ..picking.sample_with_u import sample
from .accept_and_residual import accept_and_residual


def verify(P: np.ndarray, Q: np.ndarray, drafted: list[int], u: list[float], u_pick: float) -> list[int]:
    """Return the tokens that one round of speculative decoding gives.

    The first rejection ends the block, because everything drafted after it continues a text that will not be written.

    Args:
        P: (g + 1, V) float; the target's probabilities at each drafted position, and at the one after them.
        Q: (g, V) float; the draft's probabilities at each drafted position.
        drafted: the g drafted ids, g >= 0; each has a probability above 0 in its row of Q.
        u: g random numbers, at least 0 and below 1, one for each drafted token.
        u_pick: one more random number, for the token that is not drafted.

    Returns:
        1 to g + 1 ids: the drafted tokens that are kept, and one that is drawn.

    >>> P, Q = np.array([[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]]), np.array([[0.5, 0.5], [0.5, 0.5]])
    >>> verify(P, Q, [1, 0], [0.9, 0.9], 0.3)
    [1, 0, 0]
    >>> verify(P, Q, [1, 1], [0.9, 0.9], 0.3)
    [1, 0]

    Source: Leviathan, Kalman and Matias 2023, algorithm 1, https://arxiv.org/abs/2211.17192.
    """
    kept: list[int] = []
    for p, q, token, chance in zip(P, Q, drafted, u, strict=False):  # P has one row more
        accept, residual = accept_and_residual(p, q)
        if chance >= accept[token]:
            return [*kept, sample(residual, u_pick)]
        kept.append(token)
    return [*kept, sample(P[-1], u_pick)]
