"""Prefill, then decode: one pass of a transformer over new tokens, with a cache for the old ones."""

from typing import Any

import numpy as np

from .cached_block import rms, run_block
from .kv_cache import KVCache


def forward(params: dict[str, Any], ids: list[int], cache: KVCache) -> np.ndarray:
    """Return the logits after each new token, and add the new tokens' keys and values to the cache.

    A prompt that goes through in one piece (prefill) and a single token (decode) are the same to it.

    Args:
        params: `heads`, `emb` (V, d), `nf` (d,), and `layers`: per layer a dict of `n1` (d,), `qkv` (d, 3d),
            `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float.
        ids: T new tokens, T >= 1; they continue the text that the cache holds.
        cache: the keys and values of all positions before them; afterwards it holds theirs, too.

    Returns:
        (T, V) float; row t scores the token that follows ids[t].

    Source: Vaswani et al. 2017, section 3; Pope et al. 2022 for the two phases.
    """
    x = params["emb"][ids]  # (T, d)
    for layer, block in enumerate(params["layers"]):
        x = run_block(x, block, params["heads"], layer, cache)
    return rms(x, params["nf"]) @ params["emb"].T
