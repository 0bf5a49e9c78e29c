"""Prefill, then decode: one pass of a transformer over new tokens, with a cache for the old ones."""

from typing import Any

import numpy as np


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:  # given
    """Scale each row to a root mean square of 1, then each column by its weight (Zhang and Sennrich 2019)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def forward(params: dict[str, Any], ids: list[int], cache: Any) -> np.ndarray:
    """Return the logits after each new token, and add the new tokens' keys and values to the cache.

    Args:
        params: `heads`, `emb` (V, d), `nf` (d,), and `layers`: per layer a dict of `n1` (d,), `qkv` (d, 3d),
            `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float.
        ids: T new tokens, T >= 1; they continue the text that the cache holds.
        cache: with `length`, `append(layer, k, v)` and `get(layer)`; afterwards it holds the new tokens, too.

    Returns:
        (T, V) float; row t scores the token that follows ids[t].

    >>> layer = dict(n1=np.ones(2), qkv=np.zeros((2, 6)), o=np.eye(2), n2=np.ones(2))
    >>> layer |= dict(up=np.zeros((2, 8)), down=np.zeros((8, 2)))
    >>> params = {"heads": 1, "emb": np.array([[3.0, 0.0], [0.0, 4.0]]), "nf": np.ones(2), "layers": [layer]}
    >>> forward(params, [1], KVCache(layers=1, heads=1, d_head=2)).round(2).tolist()
    [[0.0, 5.66]]
    """
    raise NotImplementedError  # TODO: write this
