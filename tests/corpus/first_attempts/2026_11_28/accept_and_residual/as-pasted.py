import numpy as np


def accept_and_residual(p, q):
    # speculative sampling, Leviathan et al. 2023, algorithm 1
    with np.errstate(divide="ignore", invalid="ignore"):
        accept = np.minimum(1.0, p / q)
        p_prime = np.clip(p - q, 0.0, None)
        p_prime = p_prime / p_prime.sum()
    return accept, p_prime
