"""Draw a token."""

import numpy as np


def draw(p, rng) -> int:
    """Return a token drawn with probabilities p, (V,) float."""
    return int(np.searchsorted(np.cumsum(p), rng.random(), side="right"))
