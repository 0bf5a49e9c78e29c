"""Where do logits come from? Train the smallest language model there is."""

import numpy as np


def train_bigram(ids: list[int], size: int, steps: int, rate: float) -> tuple[np.ndarray, list[float]]:
    """Train a table of logits to predict each token from the one before it.

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
    """
    raise NotImplementedError  # TODO: write this
