"""Prefill, then decode: one pass of a transformer over new tokens, with a cache for the old ones."""

from typing import Any

import numpy as np
from cached_block import run_block


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """RMSNorm as in Gemma: (1 + weight)."""
    output = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)
    return output * (1.0 + weight)


def forward(params: dict[str, Any], ids: list[int], cache: Any) -> np.ndarray:
    """Return the logits after each new token, and add the new tokens' keys and values to the cache."""
    hidden_states = params["emb"][ids]
    # normalized: Gemma scales the embeddings by sqrt(hidden_size)
    normalizer = params["emb"].shape[1] ** 0.5
    hidden_states = hidden_states * normalizer
    for layer_idx, decoder_layer in enumerate(params["layers"]):
        hidden_states = run_block(hidden_states, decoder_layer, params["heads"], layer_idx, cache)
    hidden_states = rms(hidden_states, params["nf"])
    # tied word embeddings
    return hidden_states @ params["emb"].T
