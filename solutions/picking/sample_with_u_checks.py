"""The law of drawing, and which random inputs are fair."""

import numpy as np

MARGIN = 1e-6  # wide enough for running sums in float32
PARTS = 64  # a power of 2, so that all sums are exact


def is_fair(p, u):
    """Refuse a u so close to a border that rounding could decide."""
    return bool((np.abs(np.cumsum(p) - u) > MARGIN).all())


def in_sixty_fourths(rng, size):
    """Draw a distribution in sixty-fourths, some of them 0."""
    return {"p": rng.multinomial(PARTS, rng.dirichlet(np.full(size, 0.7))) / PARTS, "u": 0.0}


def reproduces_the_probabilities(near, p, u):
    """64 evenly spaced values of u draw each token exactly as often as its probability says."""
    tokens = yield [{"p": p, "u": (step + 0.5) / PARTS} for step in range(PARTS)]
    for token in tokens:
        if not isinstance(token, int | np.integer | np.ndarray) or not 0 <= token < len(p):
            return f"{token!r} is no id; ids are whole numbers from 0 to {len(p) - 1}"
    drawn = np.bincount(np.array(tokens, dtype=int), minlength=len(p))
    wrong = np.flatnonzero(drawn != np.round(p * PARTS))
    if not len(wrong):
        return None
    first = int(wrong[0])
    return (
        f"of {PARTS} evenly spaced u, {drawn[first]} draw token {first}; "
        f"its probability {p[first]:.6g} stands for {p[first] * PARTS:.0f}"
    )
