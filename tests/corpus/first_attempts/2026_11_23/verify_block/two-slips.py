"""One look at several guesses: keep drafted tokens up to the first that the target rejects."""

import numpy as np
def draw(p, u):
    edges = np.cumsum(p)
    return int(np.argmax(edges > u)) if (edges > u).any() else int(np.flatnonzero(p)[-1])


def verify(P: np.ndarray, Q: np.ndarray, drafted: list[int], u: list[float], u_pick: float) -> list[int]:
    """Return the tokens that one round of speculative decoding gives.

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
    >>> verify(P, Q, [0, 0], [0.9, 0.9], 0.3)
    [1]
    """
    result = []
    for row, token in enumerate(drafted):
        chance = min(1.0, P[row, token] / Q[row, token])
        if u[row] <= chance:
            result.append(token)
        else:
            return result + [draw(P[row], u_pick)]
    return result + [draw(P[len(drafted)], u_pick)]
