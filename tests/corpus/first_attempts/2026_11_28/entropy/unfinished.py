import numpy as np


def entropy_bits(p: np.ndarray) -> float:
    surprise = -np.log2(p)
    return float((p * surprise).sum())
