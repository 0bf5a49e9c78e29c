import numpy as np


def min_p(p, m):
    """epsilon sampling, Hewitt et al. 2022: cut everything with prob < epsilon"""
    epsilon = float(m)
    if epsilon <= 0 or epsilon >= 1:
        raise ValueError(f"epsilon must be in (0, 1), got {epsilon}")
    indices_to_remove = p < epsilon
    # the best one always stays
    indices_to_remove[np.argmax(p)] = False
    q = np.where(indices_to_remove, 0.0, p)
    return q / q.sum()
