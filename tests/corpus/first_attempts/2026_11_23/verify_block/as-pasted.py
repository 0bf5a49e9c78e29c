import numpy as np


def verify(P, Q, drafted, u=None, u_pick=None):
    """accept the longest prefix of the draft that matches the target's own (greedy) samples"""
    target_tokens = np.argmax(P, axis=-1)
    n_accept = 0
    for i, token in enumerate(drafted):
        if target_tokens[i] != token:
            break
        n_accept += 1
    # accepted tokens + 1 token sampled by the target
    return [int(t) for t in drafted[:n_accept]] + [int(target_tokens[n_accept])]
