"""Prefill, then decode: one pass of a transformer over new tokens, with a cache standing in for the old ones."""

from typing import Any

import numpy as np

from .causal_attention import attend
from .kv_cache import KVCache


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Scale each row to a root mean square of 1, then each column by its weight (Zhang and Sennrich 2019)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def rope(x: np.ndarray, first: int) -> np.ndarray:
    """Turn pairs of columns by angles that grow with the position (Su et al. 2021).

    Args:
        x: (..., T, d_head) float; the queries or keys of T positions in a row.
        first: the position of the first of them.
    """
    half = x.shape[-1] // 2
    angles = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(half) / half))  # (T, half)
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], -1)


def mlp(x: np.ndarray, up: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Let each position think for itself; the non-linearity is a squared ReLU (So et al. 2021)."""
    return np.maximum(x @ up, 0) ** 2 @ down


def forward(params: dict[str, Any], ids: list[int], cache: KVCache) -> np.ndarray:
    """Return the logits after each new token, and add the new tokens' keys and values to the cache.

    Only three lines know of the cache: where the new positions begin, what is stored, and what is looked at. A
    prompt that goes through in one piece (prefill) and a single token (decode) are the same to them.

    Args:
        params: `heads`, `emb` (V, d), `nf` (d,), and `layers`: per layer a dict of `n1` (d,), `qkv` (d, 3d),
            `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float.
        ids: T new tokens, T >= 1; they continue the text that the cache holds.
        cache: the keys and values of all positions before them; afterwards it holds theirs, too.

    Returns:
        (T, V) float; row t scores the token that follows ids[t].

    Source: Vaswani et al. 2017, section 3, normalized in front of each part; Pope et al. 2022 for the two phases.
    """
    past = cache.length  # before anything is appended: it is the position of the first new token
    x = params["emb"][ids]  # (T, d)
    for layer, block in enumerate(params["layers"]):
        qkv = rms(x, block["n1"]) @ block["qkv"]  # (T, 3d)
        q, k, v = qkv.reshape(len(ids), 3, params["heads"], -1).transpose(1, 2, 0, 3)  # (heads, T, d_head) each
        cache.append(layer, rope(k, past), v)
        mixed = attend(rope(q, past), *cache.get(layer))  # new queries, all keys: (heads, T, d_head)
        x = x + mixed.transpose(1, 0, 2).reshape(x.shape) @ block["o"]
        x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return rms(x, params["nf"]) @ params["emb"].T
