import numpy as np


def ngram_draft(ids, longest, gamma, vocab_size):
    drafted = []
    for n in range(min(longest, len(ids) - 1), 0, -1):
        newest = ids[-n:]
        found = None
        for i in range(len(ids) - n):
            if ids[i : i + n] == newest:
                found = i
        if found is not None:
            drafted = ids[found + n : found + n + gamma]
            break
    Q = []
    for token in drafted:
        row = [0.0] * vocab_size
        row[token] = 1.0
        Q.append(row)
    return drafted, np.array(Q)
