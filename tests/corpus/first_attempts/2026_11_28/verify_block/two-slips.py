import numpy as np
from sample_with_u import sample


def verify(P: np.ndarray, Q: np.ndarray, drafted: list[int], u: list[float], u_pick: float) -> list[int]:
    result = []
    for i, token in enumerate(drafted):
        p, q = P[i, token], Q[i, token]
        if p > 0 and u[i] < min(1.0, q / p):
            result.append(token)
        else:
            result.append(sample(P[i], u_pick))
            return result
    result.append(sample(P[len(drafted)], u_pick))
    return result
