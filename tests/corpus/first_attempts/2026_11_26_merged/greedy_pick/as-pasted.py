import numpy as np


def greedy(logits):
    if len(logits) == 0:
        raise ValueError("no logits")
    logits = np.nan_to_num(logits, nan=-1e9, neginf=-1e9)
    return int(np.argsort(logits, kind="stable")[-1])
