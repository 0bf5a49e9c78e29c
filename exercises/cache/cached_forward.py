"""Prefill, then decode: one pass of a transformer over new tokens, with a cache standing in for the old ones."""

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


def forward(params: dict[str, Any], ids: list[int], cache: Any) -> np.ndarray:
    """Return the logits after each new token, and add the new tokens' keys and values to the cache.

    Args:
        params: `heads`, `emb` (V, d), `nf` (d,), and `layers`: per layer a dict of `n1` (d,), `qkv` (d, 3d),
            `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float.
        ids: T new tokens, T >= 1; they continue the text that the cache holds.
        cache: with `length`, `append(layer, k, v)` and `get(layer)`, as in the exercise before; k and v have the
            shape (heads, T, d_head) with d_head = d / heads.

    Returns:
        (T, V) float; row t scores the token that follows ids[t].

    >>> layer = dict(n1=np.ones(2), qkv=np.zeros((2, 6)), o=np.eye(2), n2=np.ones(2))
    >>> layer |= dict(up=np.zeros((2, 8)), down=np.zeros((8, 2)))
    >>> params = {"heads": 1, "emb": np.array([[3.0, 0.0], [0.0, 4.0]]), "nf": np.ones(2), "layers": [layer]}
    >>> forward(params, [1], KVCache(layers=1, heads=1, d_head=2)).round(2).tolist()
    [[0.0, 5.66]]
    """
    raise NotImplementedError  # TODO: write this
