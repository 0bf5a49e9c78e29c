import numpy as np


def min_p(p, m):
    top_prob = p.max()
    scaled_min_p = m * top_prob
    tokens_to_remove = p < scaled_min_p
    p[tokens_to_remove] = 0.0
    p /= p.sum()
    return p
