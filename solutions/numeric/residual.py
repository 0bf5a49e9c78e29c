"""The three probabilities to draw from after a rejection."""

import numpy as np

from ..speculative.accept_and_residual import accept_and_residual
from .two_models import draw_both

KIND = "probabilities"


def draw(rng):
    """Draw the probabilities of the target and of the draft for three tokens."""
    return draw_both(rng)


def is_allowed(p, q):
    """Refuse all but draws where two tokens are left to choose from."""
    return min(*p, *q) >= 0.1 and sum(one > other for one, other in zip(p, q, strict=True)) == 2


def answer(keep, p, q):
    """Return the reference's residual; the steps show what the target has more than the draft."""
    lacking = [
        keep(f"p lacks(token {place + 1})", max(0.0, a - b)) for place, (a, b) in enumerate(zip(p, q, strict=True))
    ]
    keep("sum of what p lacks", sum(lacking))
    return accept_and_residual(np.array(p), np.array(q))[1].tolist()
