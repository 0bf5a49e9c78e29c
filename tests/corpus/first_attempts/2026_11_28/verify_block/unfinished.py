from accept_and_residual import accept_and_residual
from sample_with_u import sample


def verify(P, Q, drafted, u, u_pick):
    tokens = []
    for i in range(len(drafted)):
        accept, residual = accept_and_residual(P[i], Q[i])
        if u[i] < accept[drafted[i]]:
            tokens.append(drafted[i])
        else:
            tokens.append(sample(residual, u_pick))
            break
    return tokens
