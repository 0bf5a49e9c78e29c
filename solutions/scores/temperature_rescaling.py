"""The temperature dial: make a model's choice more cautious or more varied."""

import numpy as np


def temperature_probs(logits: np.ndarray, T: float) -> np.ndarray:
    """Return the probabilities that belong to logits at temperature T.

    Dividing by T stretches or shrinks the gaps between the scores; softmax turns gaps into ratios.

    Args:
        logits: (V,) float, V >= 1; -inf marks a banned token, and at least one is finite.
        T: 0 or more; at 0 the largest logit gets everything, and the lowest id wins a tie.

    Returns:
        (V,) float, in the order of the logits; none negative, adding up to 1, exactly 0 for banned tokens.

    Raises:
        ValueError: T is negative, infinite or nan.

    >>> temperature_probs(np.array([1.0, 5.0, 5.0]), 0.0).tolist()
    [0.0, 1.0, 0.0]
    >>> temperature_probs(np.array([4.0, 3.0, 2.0, 1.0, 0.5]), 2.0).round(3).tolist()
    [0.422, 0.256, 0.155, 0.094, 0.073]

    Source: Hinton, Vinyals and Dean 2015, Distilling the knowledge in a neural network, equation 1.
    """
    if not 0 <= T < np.inf:  # nan is neither, so it is refused as well
        raise ValueError(f"the temperature must be a finite number from 0 up, not {T}")
    if T == 0:
        probabilities = np.zeros(len(logits))
        probabilities[np.argmax(logits)] = 1.0  # argmax gives the lowest id of a tie
        return probabilities
    gaps = logits - logits.max()  # (V,), none above 0, so that no exponential overflows at a small T
    exponentials = np.exp(gaps / T)
    return exponentials / exponentials.sum()
