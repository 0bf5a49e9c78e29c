import numpy as np


def split_heads(x, heads):
    T, C = x.shape
    return x.reshape(heads, T, C // heads)


def join_heads(x):
    H, T, hs = x.shape
    return x.reshape(T, H * hs)
