import numpy as np


def repetition_penalty(logits: np.ndarray, seen: list[int], r: float) -> np.ndarray:
    if r < 0:
        raise ValueError("r must be positive")
    result = logits.astype(float).copy()
    for token in seen:
        if result[token] > 0:
            result[token] /= r
        else:
            result[token] *= r
    return result
