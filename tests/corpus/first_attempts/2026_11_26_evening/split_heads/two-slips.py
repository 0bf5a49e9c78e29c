"""Give each head its part of the rows, and put the parts together again."""

import numpy as np


def split_heads(x: np.ndarray, heads: int) -> np.ndarray:
    """Return the part of each head."""
    T, d = x.shape
    # (T, d) -> (T, d_head, heads) -> (heads, T, d_head)
    return x.reshape(T, d // heads, heads).transpose(2, 0, 1)


def join_heads(x: np.ndarray) -> np.ndarray:
    """Return the rows with the heads side by side again."""
    heads, T, d_head = x.shape
    return x.reshape(T, heads * d_head)
