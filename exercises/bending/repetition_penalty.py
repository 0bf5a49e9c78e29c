"""The repetition penalty: make tokens that are already in the text less likely to come again."""

import numpy as np


def repetition_penalty(logits: np.ndarray, seen: list[int], r: float) -> np.ndarray:
    """Return the logits after penalizing every token that has been seen.

    Args:
        logits: (V,) float, V >= 1; -inf marks a banned token.
        seen: the ids in the text so far, in any order, each perhaps several times; may be empty.
        r: above 0; 1 changes nothing, more penalizes, less rewards.

    Returns:
        (V,) float; a seen token's logit divided by r, or multiplied by r if it is negative; the others as before.

    Raises:
        ValueError: r is 0 or less.

    >>> repetition_penalty(np.array([6.0, -3.0, 1.0]), [0, 1, 0], 3.0).tolist()
    [2.0, -9.0, 1.0]
    >>> repetition_penalty(np.array([4.0, -1.0, 2.0]), [], 2.0).tolist()
    [4.0, -1.0, 2.0]
    """
    raise NotImplementedError  # TODO: write this
