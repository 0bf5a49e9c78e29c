import numpy as np


def repetition_penalty(logits, seen, r):
    score = np.take(logits, np.array(seen, dtype=int))
    # if score < 0 then repetition penalty has to be multiplied to reduce the token probabilities
    score = np.where(score < 0, score * r, score / r)
    np.put(logits, np.array(seen, dtype=int), score)
    return logits
