import numpy as np


def nucleus(p, top_p):
    top_p = float(top_p)
    if top_p < 0 or top_p > 1.0:
        raise ValueError(f"`top_p` has to be a float > 0 and < 1, but is {top_p}")
    sorted_indices = np.argsort(-p, kind="stable")
    cumulative_probs = np.cumsum(p[sorted_indices])
    # Remove tokens with cumulative probability above the threshold
    sorted_indices_to_remove = cumulative_probs > top_p
    # Shift the indices to the right to keep also the first token above the threshold
    sorted_indices_to_remove[1:] = sorted_indices_to_remove[:-1].copy()
    sorted_indices_to_remove[0] = False
    return [int(i) for i in sorted_indices[~sorted_indices_to_remove]]
