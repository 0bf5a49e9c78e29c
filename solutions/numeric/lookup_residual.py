"""The three probabilities to draw from after a guess of prompt lookup was rejected."""

import numpy as np

from ..speculative.accept_and_residual import accept_and_residual
from .two_models import draw_both

KIND = "probabilities"


def draw(rng):
    """Draw the target's probabilities for three tokens, and the token that the text proposes."""
    return {"p": draw_both(rng)["p"], "guess": rng.integer(1, 3)}


def is_allowed(p, guess):
    """Refuse likely guesses, which are seldom rejected, and targets that leave two equal parts."""
    left = [each for place, each in enumerate(p, start=1) if place != guess]
    return min(p) >= 0.1 and p[guess - 1] <= 0.6 and left[0] != left[1]


def answer(keep, p, guess):
    """Return the reference's residual; the step shows what is left to share."""
    keep("sum of the other two", 1 - p[guess - 1])
    return accept_and_residual(np.array(p), np.eye(3)[guess - 1])[1].tolist()
