"""Give each head its part of the rows, and put the parts together again."""

import numpy as np


# layout as for flash_attn_func: (seqlen, nheads, headdim)
def split_heads(x: np.ndarray, heads: int) -> np.ndarray:
    """Return the part of each head."""
    seqlen, hidden = x.shape
    return x.reshape(seqlen, heads, hidden // heads)


def join_heads(x: np.ndarray) -> np.ndarray:
    """Return the rows with the heads side by side again."""
    # "s h d -> s (h d)"
    return x.reshape(x.shape[0], -1)
