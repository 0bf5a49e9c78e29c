"""Laws of entropy, and which random distributions are fair."""

import numpy as np

NOTICEABLE = 1e-13  # far above the rounding of float64


def is_fair(p):
    """Refuse distributions so close to certainty that float32 could not tell their entropy from 0."""
    return len(p) == 1 or bool(p.max() < 0.99)


def certainty_is_zero(near, p):
    """If one token has everything, the entropy is 0, however the others are left out."""
    (entropy,) = yield [{"p": p}]
    if abs(entropy) <= NOTICEABLE:
        return None
    return f"one token is certain, and yet the result is {entropy:.3g}, not 0"


def between_the_extremes(near, p):
    """Entropy is at least 0 and at most log2(V)."""
    (entropy,) = yield [{"p": p}]
    most = np.log2(len(p))
    if entropy < 0:
        return f"{entropy:.6g} bits are less than 0, which no surprise can be"
    if near(max(entropy, most), most):
        return None
    return f"{entropy:.6g} bits are more than {len(p)} tokens can have, which is log2({len(p)}) = {most:.6g}"


def adds_over_independent_draws(near, p):
    """All pairs of two independent draws have twice the entropy of one."""
    one, two = yield [{"p": p}, {"p": np.outer(p, p).ravel()}]
    if near(two, 2 * one):
        return None
    return f"one draw has {one:.6g} bits, and two independent draws have {two:.6g} together"
