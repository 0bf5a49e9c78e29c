"""Ask a model for the scores of the next token."""

from collections.abc import Callable

import numpy as np


def next_logits(model: Callable[[list[int]], np.ndarray], ids: list[int]) -> np.ndarray:
    """Return the logits of the token that comes after ids.

    Row t was computed from the ids 0 to t and scores the token after them, so only the last row has seen everything.

    Args:
        model: called with T token ids, it returns an array (T, V) of logits, one row for each position.
        ids: the tokens so far, at least one.

    Returns:
        (V,) float; entry i is the logit of token i at the place after the last id.

    Raises:
        ValueError: there are no ids.

    Source: Radford et al. 2018, Improving language understanding by generative pre-training, section 3.1.
    """
    if not ids:
        raise ValueError("a model needs at least one token to predict the next one from")
    return model(ids)[-1]  # (T, V) -> (V,)
