"""Give each head its part of the rows, and put the parts together again."""

import numpy as np


def split_heads(x: np.ndarray, heads: int) -> np.ndarray:
    """Return the part of each head.

    Args:
        x: (T, d) float; the row of each position, the heads side by side.
        heads: how many heads there are; it divides d.

    Returns:
        (heads, T, d / heads) float.

    >>> split_heads(np.array([[1.0, 2.0, 3.0, 4.0]]), 2).tolist()
    [[[1.0, 2.0]], [[3.0, 4.0]]]
    """
    raise NotImplementedError  # TODO: write this


def join_heads(x: np.ndarray) -> np.ndarray:
    """Return the rows with the heads side by side again.

    Args:
        x: (heads, T, d_head) float.

    Returns:
        (T, heads * d_head) float.

    >>> join_heads(np.array([[[1.0, 2.0]], [[3.0, 4.0]]])).tolist()
    [[1.0, 2.0, 3.0, 4.0]]
    """
    raise NotImplementedError  # TODO: write this
