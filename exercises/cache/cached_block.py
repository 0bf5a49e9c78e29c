"""One block of a transformer over new positions, with a cache for the old ones."""

from typing import Any

import numpy as np


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:  # given
    """Scale each row to a root mean square of 1, then each column by its weight (Zhang and Sennrich 2019)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def rope(x: np.ndarray, first: int) -> np.ndarray:  # given
    """Turn pairs of columns by angles that grow with the position (Su et al. 2021).

    Args:
        x: (..., T, d_head) float; the queries or keys of T positions in a row.
        first: the position of the first of them.
    """
    half = x.shape[-1] // 2
    angles = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(half) / half))  # (T, half)
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], -1)


def mlp(x: np.ndarray, up: np.ndarray, down: np.ndarray) -> np.ndarray:  # given
    """Let each position compute by itself; the non-linearity is a squared ReLU (So et al. 2021)."""
    return np.maximum(x @ up, 0) ** 2 @ down


def run_block(x: np.ndarray, block: dict[str, np.ndarray], heads: int, layer: int, cache: Any) -> np.ndarray:
    """Return the rows of the new positions after one block, and add their keys and values to the cache.

    Args:
        x: (T, d) float; the rows of T new positions, T >= 1; they continue the text that the cache holds.
        block: `n1` (d,), `qkv` (d, 3d), `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float.
        heads: how many heads there are; d_head = d / heads.
        layer: the number of the layer in the cache, from 0.
        cache: with `length`, `append(layer, k, v)` and `get(layer)`, as in the exercise before; k and v have the
            shape (heads, T, d_head).

    Returns:
        (T, d) float.

    >>> block = dict(n1=np.ones(2), qkv=np.hstack([np.zeros((2, 4)), np.eye(2)]), o=np.eye(2), n2=np.ones(2))
    >>> block |= dict(up=np.zeros((2, 8)), down=np.zeros((8, 2)))
    >>> run_block(np.array([[3.0, 4.0]]), block, 1, 0, KVCache(layers=1, heads=1, d_head=2)).round(2).tolist()
    [[3.85, 5.13]]
    """
    raise NotImplementedError  # TODO: write this
