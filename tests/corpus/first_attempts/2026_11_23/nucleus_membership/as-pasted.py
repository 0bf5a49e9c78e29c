import numpy as np


def nucleus(p, top_p, min_tokens_to_keep=1):
    sorted_indices = np.argsort(p, kind="stable")  # ascending
    cumulative_probs = np.cumsum(p[sorted_indices])
    # ascending order, so cut the lower end
    sorted_indices_to_remove = cumulative_probs <= (1 - top_p)
    # one must stay
    sorted_indices_to_remove[-min_tokens_to_keep:] = False
    # back to the order of the vocabulary
    indices_to_remove = np.zeros(len(p), dtype=bool)
    indices_to_remove[sorted_indices] = sorted_indices_to_remove
    return np.where(~indices_to_remove)[0].tolist()
