import numpy as np


def verify(P, Q, drafted, u, u_pick):
    tokens = []
    for i, token in enumerate(drafted):
        p, q = P[i, token], Q[i, token]
        if u[i] < p / q:
            tokens.append(token)
            continue
        # TODO: take the residual instead of p
        tokens.append(int(np.searchsorted(np.cumsum(P[i]), u_pick, side="right")))
        return tokens
    return tokens
