"""Ask a model for the scores of the next token."""

from collections.abc import Callable

import numpy as np


def next_logits(model: Callable[[list[int]], np.ndarray], ids: list[int]) -> np.ndarray:
    """Return the logits of the token that comes after ids."""
    if not ids:
        raise ValueError("`input_ids` must not be empty")
    outputs = model(ids)
    # pluck the logits at the final step
    next_token_logits = outputs[:, -1]
    return next_token_logits
