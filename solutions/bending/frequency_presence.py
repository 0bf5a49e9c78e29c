"""Frequency and presence: hold back repeated words by subtracting from their logits."""

import numpy as np


def frequency_presence(
    logits: np.ndarray, prompt: list[int], generated: list[int], alpha_f: float, alpha_p: float
) -> np.ndarray:
    """Return the logits after the frequency penalty and the presence penalty.

    The first counts how often a token was generated, the second only asks whether it was.

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

    Source: OpenAI, API reference, frequency_penalty and presence_penalty.
    """
    counts = np.bincount(generated, minlength=len(logits))  # (V,), how often each token was generated
    return logits - alpha_f * counts - alpha_p * (counts > 0)
