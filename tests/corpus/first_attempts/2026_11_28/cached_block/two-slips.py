"""One block of a transformer over new positions, with a cache for the old ones."""

from typing import Any

import numpy as np
from causal_attention import attend
from split_heads import join_heads, split_heads


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
    q, k, v = np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1)
    q, k, v = split_heads(q, heads), split_heads(k, heads), split_heads(v, heads)
    q = rope(q, 0)
    k = rope(k, 0)
    cache.append(layer, k, v)
    keys, values = cache.get(layer)
    attended = join_heads(attend(q, keys, values)) @ block["o"]
    return x + attended + mlp(rms(x, block["n2"]), block["up"], block["down"])
