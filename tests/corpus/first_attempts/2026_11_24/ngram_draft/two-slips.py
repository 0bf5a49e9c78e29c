import numpy as np


def ngram_draft(ids, longest, gamma, vocab_size):
    if longest < 1:
        raise ValueError("longest must be at least 1")
    draft = []
    for n in range(1, min(longest, len(ids) - 1) + 1):
        tail = ids[len(ids) - n :]
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == tail:
                draft = ids[i + n : i + n + gamma]
                break
        if draft:
            break
    return draft, np.full((len(draft), vocab_size), 1 / vocab_size)
