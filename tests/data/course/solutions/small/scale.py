"""Divide by the temperature."""

import numpy as np


def scale(logits: np.ndarray, temperature: float) -> np.ndarray:
    """Return (V,) float, the logits divided by the temperature."""
    if temperature <= 0:
        raise ValueError("the temperature must be more than 0")
    return logits / temperature
