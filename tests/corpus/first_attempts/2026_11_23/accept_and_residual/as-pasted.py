import numpy as np


def accept_and_residual(p, q):
    """Algorithm 2 of "Fast Inference from Transformers via Speculative Decoding" """
    # accepted if r <= ratio
    probability_ratio = p / q
    # after a rejection
    p_prime = np.clip(p - q, 0, None)
    p_prime = p_prime / p_prime.sum()
    return probability_ratio, p_prime
