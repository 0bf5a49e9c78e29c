import numpy as np


def _softmax(x):
    x = np.exp(x - np.max(x))
    return x / x.sum()


def next_distribution(logits, T=0.8, top_k=40, top_p=0.95, min_p=0.05):
    """llama.cpp sampler chain: top_k -> top_p -> min_p -> temp -> dist"""
    logits = np.array(logits, dtype=float)
    if T <= 0:
        out = np.zeros(len(logits))
        out[np.argmax(logits)] = 1
        return out
    # top_k
    order = np.argsort(-logits, kind="stable")
    if top_k > 0:
        logits[order[top_k:]] = -np.inf
    # top_p
    if top_p < 1.0:
        probs = _softmax(logits)[order]
        cum = np.cumsum(probs)
        last = np.searchsorted(cum, top_p)
        logits[order[last + 1:]] = -np.inf
    # min_p
    if min_p > 0:
        probs = _softmax(logits)
        logits[probs < min_p * probs.max()] = -np.inf
    # temp
    return _softmax(logits / T)
