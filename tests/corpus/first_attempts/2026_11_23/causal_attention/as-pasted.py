import numpy as np


def attend(q, k, v):
    # dot-product attention a la keras.layers.Attention(use_scale=False), use_causal_mask=True
    scores = np.matmul(q, k.T)
    Tq, Tv = scores.shape
    row_index = np.arange(Tq)[:, None] + (Tv - Tq)
    col_index = np.arange(Tv)[None, :]
    causal_mask = row_index >= col_index
    scores = scores - 1.0e9 * (~causal_mask).astype(scores.dtype)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.matmul(weights, v)
