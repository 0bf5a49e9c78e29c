import numpy as np


def greedy(logits):
    """Argmax with random tie-breaking (RL course)."""
    q_max = np.max(logits)
    if np.isnan(q_max):
        raise ValueError("nan in action values")
    candidates = np.flatnonzero(logits == q_max)
    return int(np.random.choice(candidates))
