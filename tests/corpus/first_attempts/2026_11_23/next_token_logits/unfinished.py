"""Ask a model for the scores of the next token."""

from collections.abc import Callable

import numpy as np


def next_logits(model: Callable[[list[int]], np.ndarray], ids: list[int]) -> np.ndarray:
    """Return the logits of the token that comes after ids.

    Args:
        model: called with T token ids, it returns an array (T, V) of logits, one row for each position.
        ids: the tokens so far, at least one.

    Returns:
        (V,) float; entry i is the logit of token i at the place after the last id.

    Raises:
        ValueError: there are no ids.

    >>> def model(ids):
    ...     return np.array([[float(token), 0.0] for token in ids])
    >>> next_logits(model, [7, 5]).tolist()
    [5.0, 0.0]
    """
    table = model(ids)
    return table[-1]
