"""Prefill, then decode: one pass of a transformer over new tokens, with a cache for the old ones."""

from typing import Any

import numpy as np
from cached_block import run_block


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Scale each row to a root mean square of 1, then each column by its weight (given)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def forward(params: dict[str, Any], ids: list[int], cache: Any) -> np.ndarray:
    """Return the logits after each new token, and add the new tokens' keys and values to the cache."""
    x = params["emb"][ids]
    # TODO the other layers, first get it to run with one
    x = run_block(x, params["layers"][0], params["heads"], 0, cache)
    x = rms(x, params["nf"])
    # only the last position predicts something new
    return x[-1:] @ params["emb"].T
