import numpy as np


def ngram_draft(ids, longest, gamma, vocab_size):
    if longest < 1:
        raise ValueError("longest must be at least 1")
    for n in range(min(longest, len(ids) - 1), 0, -1):
        newest = ids[-n:]
        for start in range(len(ids) - n):
            if ids[start : start + n] == newest:
                draft = ids[start + n : start + n + gamma]
                Q = np.zeros((gamma, vocab_size))
                for row, token in enumerate(draft):
                    Q[row, token] = 1.0
                return draft, Q
    return [], np.zeros((0, vocab_size))
