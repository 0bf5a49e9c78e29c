"""Frequency and presence: hold back repeated words by subtracting from their logits."""

import numpy as np


def frequency_presence(
    logits: np.ndarray, prompt: list[int], generated: list[int], alpha_f: float, alpha_p: float
) -> np.ndarray:
    """Return the logits after the frequency penalty and the presence penalty.

    Args:
        logits: (V,) float, V >= 1; -inf marks a banned token.
        prompt: the ids that the user wrote; they do not count.
        generated: the ids that the model has written so far; may be empty.
        alpha_f: taken off for each time a token was generated; may be negative.
        alpha_p: taken off once if a token was generated at all; may be negative.

    Returns:
        (V,) float, in the order of the logits.

    >>> frequency_presence(np.array([3.0, 3.0, 3.0]), [2], [0, 0, 1], 0.5, 1.0).tolist()
    [1.0, 1.5, 3.0]
    """
    counts = np.zeros(len(logits))
    for t in generated:
        counts[t] += 1
    new = logits - alpha_f * counts
    # presence: todo
    return new
