import numpy as np


def split_heads(x, heads):
    return np.swapaxes(np.reshape(x, (len(x), heads, -1)), 0, 1)


def join_heads(x):
    return np.reshape(x, (np.shape(x)[1], -1))
