"""The temperature at which the best token is so many times as likely as the second best."""

import math

KIND = "number"


def draw(rng):
    """Draw two logits with a gap between them, and the ratio to reach."""
    lower = rng.integer(-6, 6) / 2
    return {"logits": [lower + rng.integer(1, 6) / 2, lower], "ratio": rng.choice([3, 4, 5, 6, 8, 9, 12, 16, 19, 24])}


def answer(keep, logits, ratio):
    """Return the gap divided by the natural logarithm of the ratio."""
    gap = keep("gap", logits[0] - logits[1])
    return gap / keep("ln(ratio)", math.log(ratio))
