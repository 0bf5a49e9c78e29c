"""How well does a model predict a text? Log-probabilities, cross-entropy and perplexity."""

import numpy as np


def log_probs(logits: np.ndarray, ids: list[int]) -> tuple[np.ndarray, float, float]:
    """Return how well a model predicts a text.

    The logarithm of a softmax is z - log(sum of exp(z)). No probability is computed on the way, so none can become 0.

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

    Source: Jelinek, Mercer, Bahl and Baker 1977, https://doi.org/10.1121/1.2016299; for the logarithm of a sum of
        exponentials, Blanchard, Higham and Higham 2021, https://doi.org/10.1093/imanum/draa038.
    """
    if len(ids) < 2:
        raise ValueError("the first token has no prediction, so there must be a second one")
    if len(logits) != len(ids):
        raise ValueError("there must be one row of logits for each id")
    rows, tokens = logits[:-1], ids[1:]  # row t is about token t + 1; the last row is about a token not there yet
    shifted = rows - rows.max(axis=1, keepdims=True)  # (T - 1, V), the largest of each row is 0
    logs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    found = logs[np.arange(len(tokens)), tokens]
    cross_entropy = -float(found.mean())
    return found, cross_entropy, float(np.exp(cross_entropy))
