"""Divide by the temperature."""

import numpy as np


def scale(logits: np.ndarray, temperature: float) -> np.ndarray:
    """Return (V,) float, the logits divided by the temperature."""
    raise NotImplementedError  # TODO: write this
