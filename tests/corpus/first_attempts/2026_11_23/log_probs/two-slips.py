"""How well does a model predict a text? Log-probabilities, cross-entropy and perplexity."""

import numpy as np


def log_probs(logits: np.ndarray, ids: list[int]) -> tuple[np.ndarray, float, float]:
    """Return how well a model predicts a text.

    Args:
        logits: (T, V) float; row t scores the token after the ids 0 to t; -inf marks a banned token.
        ids: the T tokens of the text, T >= 2.

    Returns:
        the natural log-probability of each token but the first, (T - 1,) float; the cross-entropy in nats per token;
        and the perplexity.

    Raises:
        ValueError: there are fewer than two ids, or not as many rows as ids.

    >>> log_probs(np.array([[0.0, 0.0], [0.0, 0.0]]), [0, 1])
    (array([-0.69314718]), 0.6931471805599453, 2.0)
    """
    n = len(ids)
    if n < 2 or len(logits) != n:
        raise ValueError("need at least two ids and a row for each")
    top = logits.max(axis=1, keepdims=True)
    logp = logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True))
    picked = np.array([logp[t, ids[t]] for t in range(1, n)])
    ce = float(-picked.mean())
    return picked, ce, float(2 ** ce)
