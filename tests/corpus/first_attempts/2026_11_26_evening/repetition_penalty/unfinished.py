"""The repetition penalty: make tokens that are already in the text less likely to come again."""

import numpy as np


def repetition_penalty(logits: np.ndarray, seen: list[int], r: float) -> np.ndarray:
    """Return the logits after penalizing every token that has been seen."""
    new = logits.copy()
    for i in seen:
        if new[i] >= 0:
            new[i] = new[i] / r
        else:
            new[i] = new[i] * r
    return new
    # TODO: check r
