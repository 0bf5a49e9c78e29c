import math

import numpy as np


def attend(query, key, value, is_causal=True):
    """like F.scaled_dot_product_attention"""
    scores = query @ key.T / math.sqrt(query.shape[-1])
    if is_causal:
        lower = np.tril(np.ones(scores.shape, dtype=bool))
        scores = np.where(lower, scores, -math.inf)
    weights = np.exp(scores)
    return weights / weights.sum(-1, keepdims=True) @ value
