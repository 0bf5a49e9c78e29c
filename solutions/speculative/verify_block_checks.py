"""Blocks to verify, which of them are fair, and the law that the odds of the first token are the target's."""

import numpy as np

from .accept_and_residual import accept_and_residual

MARGIN = 1e-4
GRID = 4


def no_drafts():
    """Make the draft's probabilities for a block without drafted tokens."""
    return np.zeros((0, 4))


def any_block(rng, size):
    """Draw a block over `size` tokens: the draft's opinion is now close to the target's, now far from it."""
    drafted_count = int(rng.integers(0, 5))
    P = rng.dirichlet(np.full(size, 0.8), drafted_count + 1)
    trust = rng.random((drafted_count, 1))
    Q = trust * P[:-1] + (1 - trust) * rng.dirichlet(np.full(size, 0.8), drafted_count)
    P[rng.random(P.shape) < 0.15] = 0.0
    P[:, 0] += 1e-3
    P /= P.sum(axis=1, keepdims=True)
    drafted = [int(rng.choice(size, p=q)) for q in Q]
    u = [float(each) for each in rng.random(drafted_count)]
    return {"P": P, "Q": Q, "drafted": drafted, "u": u, "u_pick": float(rng.random())}


def is_fair(P, Q, drafted, u, u_pick):
    """Refuse blocks in which rounding could decide whether a token is kept, or which one is drawn."""
    for p, q, token, chance in zip(P, Q, drafted, u, strict=False):
        accept, residual = accept_and_residual(p, q)
        if q[token] < MARGIN or abs(chance - accept[token]) < MARGIN or _is_close(residual, u_pick):
            return False
    return not any(_is_close(p, u_pick) for p in P)


def _is_close(p, u):
    return bool((np.abs(np.cumsum(p) - u) < MARGIN).any())


def first_token_keeps_its_odds(near, P, Q, drafted, u, u_pick):
    """Over all first drafts, weighted with q, and all random numbers of a grid, the first token has the target's odds.

    The probabilities of the case are such that the grid is exact: each of its cells is kept whole, or rejected whole.
    """
    P, Q = np.asarray(P, dtype=float), np.asarray(Q, dtype=float)
    size = P.shape[1]
    middles = [(2 * i + 1) / (2 * GRID) for i in range(GRID)]
    combinations = [(token, chance, pick) for token in range(size) for chance in middles for pick in middles]
    blocks = yield [
        {"P": P, "Q": Q, "drafted": [token, *drafted[1:]], "u": [chance, *u[1:]], "u_pick": pick}
        for token, chance, pick in combinations
    ]
    odds = np.zeros(size)
    for (token, _, _), block in zip(combinations, blocks, strict=True):
        odds[int(block[0])] += Q[0, token] / GRID**2
    if near(odds, P[0]):
        return None
    worst = int(np.argmax(np.abs(odds - P[0])))
    found, wanted = odds[worst], P[0, worst]
    return f"over all drafts, token {worst} comes first with probability {found:.6g}; the target gives it {wanted:.6g}"
