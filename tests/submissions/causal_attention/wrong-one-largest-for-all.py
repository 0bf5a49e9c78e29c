"""The largest score of all is taken off every row."""

import numpy as np


def attend(q, k, v):
    new, known = q.shape[0], k.shape[0]
    if known < new:
        raise ValueError("fewer keys than queries")
    scores = q @ k.T / np.sqrt(k.shape[1])
    scores = scores + 0.0
    position = np.arange(known - new, known)[:, None]
    scores = np.where(np.arange(known) > position, -np.inf, scores)
    weights = np.exp(scores - scores.max())
    return (weights / weights.sum(axis=1, keepdims=True)) @ v
