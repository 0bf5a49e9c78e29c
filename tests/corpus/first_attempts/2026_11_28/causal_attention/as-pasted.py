import math

import numpy as np


def attend(q, k, v):
    # scaled_dot_product_attention with is_causal=True, from the PyTorch docs
    L, S = q.shape[-2], k.shape[-2]
    scale_factor = 1 / math.sqrt(q.shape[-1])
    attn_bias = np.zeros((L, S))
    temp_mask = np.tril(np.ones((L, S), dtype=bool), k=0)
    attn_bias[~temp_mask] = float("-inf")

    attn_weight = q @ k.T * scale_factor
    attn_weight += attn_bias
    attn_weight = np.exp(attn_weight - attn_weight.max(axis=-1, keepdims=True))
    attn_weight /= attn_weight.sum(axis=-1, keepdims=True)
    return attn_weight @ v
