import numpy as np


def repetition_penalty(logits, seen, r):
    # CTRL: the scores of tokens that have been generated are discounted
    if not isinstance(r, float) or not (r > 0):
        raise ValueError(f"`penalty` has to be a strictly positive float, but is {r}")
    if len(seen) == 0:
        return logits.copy()
    input_ids = np.array(seen)
    score = np.take_along_axis(logits, input_ids, 0)
    score = np.where(score < 0, score / r, score / r)
    scores = logits.copy()
    np.put_along_axis(scores, input_ids, score, 0)
    return scores
