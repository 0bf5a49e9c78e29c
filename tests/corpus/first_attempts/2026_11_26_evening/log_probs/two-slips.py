"""How well does a model predict a text? Log-probabilities, cross-entropy and perplexity."""

import numpy as np


def log_probs(logits: np.ndarray, ids: list[int]) -> tuple[np.ndarray, float, float]:
    """Return how well a model predicts a text."""
    logits = np.asarray(logits, dtype=np.float64)
    if len(ids) < 2 or len(logits) != len(ids):
        raise ValueError("need two ids or more, and a row for each")
    # log softmax, stable
    top = logits.max(axis=1, keepdims=True)
    norm = np.log(np.exp(logits - top).sum(axis=1, keepdims=True)) + top
    logp = logits - norm
    # the first token has no prediction
    picked = np.array([logp[t, ids[t]] for t in range(1, len(ids))])
    ce = float(-picked.mean())
    return picked, ce, 2**ce
