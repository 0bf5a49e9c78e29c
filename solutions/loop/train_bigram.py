"""Where do logits come from? Train the smallest language model there is."""

import numpy as np


def train_bigram(ids: list[int], size: int, steps: int, rate: float) -> tuple[np.ndarray, list[float]]:
    """Train a table of logits to predict each token from the one before it.

    The gradient of a cross-entropy with respect to the logits is the probabilities minus 1 at the token that came.
    Added up over all pairs, that is what the model expects of each pair minus how often it came.

    Args:
        ids: the text to learn from, at least two tokens, each from 0 to size - 1.
        size: the number of tokens in the vocabulary, V.
        steps: how many steps of gradient descent to take, 0 or more.
        rate: the learning rate.

    Returns:
        the logits, (V, V) float, row a for the token after a; and the loss before the first step and after each one,
        in nats per pair, steps + 1 numbers.

    Raises:
        ValueError: there are fewer than two ids, or one of them is outside of the vocabulary.

    >>> logits, losses = train_bigram([0, 1, 1], 2, 1, 2.0)
    >>> [[round(float(each), 9) for each in row] for row in logits]
    [[-0.5, 0.5], [-0.5, 0.5]]
    >>> [round(each, 3) for each in losses]
    [0.693, 0.313]

    Source: Bishop 2006, Pattern recognition and machine learning, equation 4.109, for the gradient.
    """
    if len(ids) < 2 or min(ids) < 0 or max(ids) >= size:
        raise ValueError("there must be two ids or more, each from 0 to size - 1")
    counts = np.zeros((size, size))
    np.add.at(counts, (ids[:-1], ids[1:]), 1)  # counts[a, ids] += 1 would count a pair that comes twice once
    pairs = len(ids) - 1
    logits = np.zeros((size, size))
    logs = _log_softmax(logits)
    losses = [-float((counts * logs).sum()) / pairs]
    for _ in range(steps):
        gradient = (counts.sum(axis=1, keepdims=True) * np.exp(logs) - counts) / pairs
        logits -= rate * gradient
        logs = _log_softmax(logits)
        losses.append(-float((counts * logs).sum()) / pairs)
    return logits, losses


def _log_softmax(logits: np.ndarray) -> np.ndarray:
    """Return the log-probabilities (V, V) of logits, for each row by itself."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
