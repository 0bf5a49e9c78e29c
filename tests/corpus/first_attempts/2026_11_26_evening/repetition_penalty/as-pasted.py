"""The repetition penalty: make tokens that are already in the text less likely to come again."""

import numpy as np


def log_softmax(x):
    x = x - np.max(x)
    return x - np.log(np.sum(np.exp(x)))


def repetition_penalty(logits: np.ndarray, seen: list[int], r: float) -> np.ndarray:
    """Return the logits after penalizing every token that has been seen.

    In beam search the processors get log-probabilities:
    next_token_scores_processed = logits_processor(input_ids, log_softmax(next_token_logits))
    """
    if not r > 0:
        raise ValueError(f"`penalty` has to be a strictly positive float, but is {r}")
    scores = log_softmax(logits)
    input_ids = np.array(seen, dtype=int)
    score = scores[input_ids]
    # if score < 0 then repetition penalty has to be multiplied to reduce the token probabilities
    score = np.where(score < 0, score * r, score / r)
    scores[input_ids] = score
    return scores
