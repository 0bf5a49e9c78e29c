import numpy as np


class TopKLogitsWarper:
    def __init__(self, top_k, filter_value=0.0, min_tokens_to_keep=1):
        if not isinstance(top_k, int) or top_k <= 0:
            raise ValueError(f"`top_k` has to be a strictly positive integer, but is {top_k}")
        self.top_k = max(top_k, min_tokens_to_keep)
        self.filter_value = filter_value

    def __call__(self, scores):
        top_k = min(self.top_k, scores.shape[-1])  # Safety check
        indices_to_remove = scores < np.sort(scores)[-top_k]
        return np.where(indices_to_remove, self.filter_value, scores)


def top_k(p, k):
    probs = TopKLogitsWarper(k)(p)
    return probs / probs.sum()
