"""Softmax that survives: scores of any size, banned tokens and whole batches."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits, for every row by itself.

    A common shift does not change a softmax, so each row is shifted to where its largest exponential is 1.

    Args:
        logits: (..., V) float or int; -inf marks a banned token.

    Returns:
        (..., V) float; none negative, adding up to 1 along the last axis, exactly 0 for banned tokens.

    Raises:
        ValueError: V is 0, a logit is nan or +inf, or every token of a row is banned.

    >>> softmax(np.array([5000.0, 5000.0, -np.inf])).tolist()
    [0.5, 0.5, 0.0]
    >>> softmax(np.array([[0.0, 0.0], [-3000.0, 3000.0]])).tolist()
    [[0.5, 0.5], [0.0, 1.0]]

    Source: Blanchard, Higham and Higham 2021, https://doi.org/10.1093/imanum/draa038.
    """
    logits = np.asarray(logits, dtype=np.float64)
    if logits.shape[-1] == 0:
        raise ValueError("there must be at least one token")
    largest = logits.max(axis=-1, keepdims=True)  # (..., 1)
    if not np.isfinite(largest).all():  # nan and +inf win every maximum; -inf wins where all tokens are banned
        raise ValueError("logits must be finite or -inf, with at least one finite one in every row")
    exponentials = np.exp(logits - largest)  # (..., V), none above 1
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
