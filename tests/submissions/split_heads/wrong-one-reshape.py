import numpy as np


def split_heads(x, heads):
    T, d = np.shape(x)
    return np.reshape(x, (heads, T, d // heads))


def join_heads(x):
    return np.transpose(x, (1, 0, 2)).reshape(np.shape(x)[1], -1)
