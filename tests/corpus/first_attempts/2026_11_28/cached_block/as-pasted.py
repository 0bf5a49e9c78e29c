"""One block of a transformer over new positions, with a cache for the old ones."""

from typing import Any

import numpy as np
from causal_attention import attend


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


def run_block(x, block, heads, layer, cache):
    T, d = x.shape
    head_size = d // heads
    first = cache.length
    # Attention heads [seq_len, (np * 3 * hn)] --> [seq_len, np, 3 * hn]
    qkv = (rms(x, block["n1"]) @ block["qkv"]).reshape(T, heads, 3 * head_size)
    query = qkv[..., :head_size].transpose(1, 0, 2)
    key = qkv[..., head_size : 2 * head_size].transpose(1, 0, 2)
    value = qkv[..., 2 * head_size :].transpose(1, 0, 2)
    query, key = rope(query, first), rope(key, first)
    cache.append(layer, key, value)
    key, value = cache.get(layer)
    out = np.stack([attend(query[h], key[h], value[h]) for h in range(heads)])
    x = x + out.transpose(1, 0, 2).reshape(T, d) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])
