import numpy as np


def min_p(p, m):
    kept = p.copy()
    kept[p < m] = 0.0  # TODO: compare with the largest
    return kept
