"""Everything is converted before anything is computed."""

import numpy as np


def softmax(logits):
    rows = np.asarray(logits, dtype=np.float64)
    if rows.dtype.kind != "f":
        rows = rows.astype(np.float64)
    if rows.shape[-1] == 0 or np.isnan(rows).any() or np.isposinf(rows).any():
        raise ValueError("logits")
    top = np.max(rows, axis=-1)[..., None]
    if np.isneginf(top).any():
        raise ValueError("no token left")
    powers = np.exp(rows - top)
    return powers / powers.sum(axis=-1)[..., None]
