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
    result = []
    for t in range(len(ids) - 1):
        row = logits[t]
        e = np.exp(row - row.max())
        p = e / e.sum()
        result.append(np.log(p[ids[t + 1]]))
    # TODO cross_entropy, perplexity
    return np.array(result), None, None
