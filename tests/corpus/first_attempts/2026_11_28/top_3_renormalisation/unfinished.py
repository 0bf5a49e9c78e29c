import numpy as np


def top_k(p, k):
    ranking = sorted(range(len(p)), key=lambda i: (-p[i], i))
    new = np.zeros(len(p))
    for i in ranking[:k]:
        new[i] = p[i]
    return new / new.sum()
