import numpy as np


def split_heads(x, heads):
    return np.stack(np.split(np.asarray(x), heads, axis=1))


def join_heads(x):
    return np.concatenate(list(x), axis=1)
