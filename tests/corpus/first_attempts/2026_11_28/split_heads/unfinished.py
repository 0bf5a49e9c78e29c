import numpy as np


def split_heads(x: np.ndarray, heads: int) -> np.ndarray:
    T, d = x.shape
    return x.reshape(heads, T, d // heads)


def join_heads(x: np.ndarray) -> np.ndarray:
    return x.transpose(1, 0, 2)
