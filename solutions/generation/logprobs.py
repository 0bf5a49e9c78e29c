"""The log-probabilities that an API returns with each token."""

from typing import Any

import numpy as np

LEAST = -9999.0
"""Stands for minus infinity, as in the field's API: JSON has no infinite numbers."""


def logprob_event(logits: np.ndarray, token: int, n: int, tokenizer: Any) -> dict[str, Any]:
    """Return a token's natural log-probability, and those of the n likeliest tokens.

    Args:
        logits: (V,) float; the model's own, before any setting.
        token: the id that was picked.
        n: how many of the likeliest tokens to return, 0 or more.
        tokenizer: has the `bytes` of each id.
    """
    shifted = logits.astype(np.float64) - logits.max()
    logs = np.maximum(shifted - np.log(np.exp(shifted).sum()), LEAST)
    n = min(n, len(logs))
    least = np.partition(logs, -n)[-n] if n else np.inf  # sorting a whole vocabulary would take milliseconds

    def described(each: int) -> dict[str, Any]:
        return {"token": each, "text": tokenizer.bytes[each], "logprob": float(logs[each])}

    top = sorted(np.flatnonzero(logs >= least).tolist(), key=lambda each: (-logs[each], each))[:n]
    return {"logprob": described(token) | {"top": list(map(described, top))}}
