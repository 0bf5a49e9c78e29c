"""A law of the tokens per target pass."""

import numpy as np


def one_more_term(near, alpha, gamma, c):
    """With one more draft, the tokens grow by alpha to the power of that draft, and the speed-up is tokens per cost."""
    shorter, longer = yield [
        {"alpha": alpha, "gamma": gamma, "c": c},
        {"alpha": alpha, "gamma": gamma + 1, "c": c},
    ]
    if not (_is_pair(shorter) and _is_pair(longer)):
        return "the result is not a pair of numbers"
    (before, _), (after, speed) = shorter, longer
    if not near(after - before, alpha ** (gamma + 1)):
        return (
            f"with draft number {gamma + 1}, the tokens grew by {after - before:.6g}; "
            f"that draft comes through with probability {alpha ** (gamma + 1):.6g}"
        )
    if not near(speed * (c * (gamma + 1) + 1), after):
        return f"the speed-up {speed:.6g} is not the tokens, {after:.6g}, divided by what the round costs"
    return None


def _is_pair(result):
    """Say whether a result is two numbers, as a tuple, a list or an array."""
    try:
        return np.shape(np.asarray(result, dtype=float)) == (2,)
    except (TypeError, ValueError):
        return False
