import numpy as np


def nucleus(p, top_p):
    """Nucleus sampling, after openai/gpt-2 sample.py top_p_logits"""
    sorted_p = np.sort(p)[::-1]
    cumulative_probs = np.cumsum(sorted_p)
    # number of indices to include
    index = max(int(np.sum(cumulative_probs <= top_p)) - 1, 0)
    min_value = sorted_p[index]
    kept = [i for i in range(len(p)) if p[i] >= min_value]
    return sorted(kept, key=lambda i: -p[i])
