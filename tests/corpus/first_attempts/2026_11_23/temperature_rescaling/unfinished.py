"""The temperature dial: make a model's choice more cautious or more varied."""

import numpy as np


def temperature_probs(logits: np.ndarray, T: float) -> np.ndarray:
    """Return the probabilities that belong to logits at temperature T.

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
    """
    if T == 0:
        # TODO one-hot of the argmax
        pass
    z = logits / T
    z = z - z.max()
    e = np.exp(z)
    return e / e.sum()
