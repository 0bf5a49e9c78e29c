import numpy as np
from accept_and_residual import accept_and_residual
from sample_with_u import sample


def verify(P, Q, drafted, u, u_pick):
    n = 0
    for token_id, r in zip(drafted, u):
        p_i = P[n][token_id]
        q_i = Q[n][token_id]
        # reject if r > p_i / q_i
        if r > p_i / q_i:
            _, residual = accept_and_residual(P[n], Q[n])
            return list(drafted[:n]) + [sample(residual, u_pick)]
        n += 1
    return list(drafted) + [sample(P[-1], u_pick)]
