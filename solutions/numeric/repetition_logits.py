"""Two logits, one above 0 and one below, after the repetition penalty."""

import numpy as np

from ..bending.repetition_penalty import repetition_penalty

KIND = "numbers"


def draw(rng):
    """Draw two logits, how often their tokens have come, and a penalty."""
    return {
        "logits": [rng.integer(3, 12) / 2, -rng.integer(2, 10) / 2],
        "times": [rng.integer(2, 3), rng.integer(1, 3)],
        "penalty": rng.choice([1.1, 1.2, 1.25, 1.5]),
    }


def answer(keep, logits, penalty):
    """Return both logits after the reference's penalty; each token counts once, however often it has come."""
    return repetition_penalty(np.array(logits), [0, 1], penalty).tolist()
