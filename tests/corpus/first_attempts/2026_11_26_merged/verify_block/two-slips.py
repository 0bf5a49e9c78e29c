import numpy as np
from sample_with_u import sample


def verify(P, Q, drafted, u, u_pick):
    tokens = []
    for i, token in enumerate(drafted):
        if u[i] < min(1.0, P[i, token] / Q[i, token]):
            tokens.append(token)
        else:
            tokens.append(sample(P[i], u_pick))
    tokens.append(sample(P[-1], u_pick))
    return tokens
