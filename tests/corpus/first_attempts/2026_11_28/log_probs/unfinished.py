import numpy as np


def log_probs(logits, ids):
    result = []
    for t in range(len(ids) - 1):
        row = logits[t]
        result.append(row[ids[t + 1]] - np.log(np.exp(row).sum()))
    ce = -sum(result) / len(result)
    return np.array(result), float(ce), float(np.exp(ce))
