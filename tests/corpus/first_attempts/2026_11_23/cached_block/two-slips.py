"""One block of a transformer over new positions, with a cache for the old ones."""

from typing import Any

import numpy as np


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Scale each row to a root mean square of 1, then each column by its weight (given)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def rope(x: np.ndarray, first: int) -> np.ndarray:
    """Turn pairs of columns by angles that grow with the position (given).

    Args:
        x: (..., T, d_head) float; the queries or keys of T positions in a row.
        first: the position of the first of them.
    """
    half = x.shape[-1] // 2
    angles = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(half) / half))  # (T, half)
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], -1)


def mlp(x: np.ndarray, up: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Let each position think for itself (given)."""
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
    T, d = x.shape
    hd = d // heads
    start = cache.length
    proj = rms(x, block["n1"]) @ block["qkv"]
    q, k, v = proj.reshape(T, 3, heads, hd).transpose(1, 2, 0, 3)
    cache.append(layer, k, v)
    all_k, all_v = cache.get(layer)
    q = rope(q, start)
    all_k = rope(all_k, 0)
    S = all_k.shape[1]
    scores = q @ all_k.transpose(0, 2, 1) / np.sqrt(hd)
    visible = np.arange(S)[None, :] <= np.arange(S - T, S)[:, None]
    scores = np.where(visible, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    heads_out = (weights @ all_v).transpose(1, 0, 2).reshape(T, d)
    x = x + heads_out @ block["o"]
    return x + mlp(rms(x, block["n1"]), block["up"], block["down"])
