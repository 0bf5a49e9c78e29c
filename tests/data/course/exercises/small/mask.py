"""Who may look at whom."""

import numpy as np


def mask(size: int) -> np.ndarray:
    """Return (size, size) bool."""
    raise NotImplementedError  # TODO: write this
