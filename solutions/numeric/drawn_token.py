"""The token that a random number picks."""

import numpy as np

from ..picking.sample_with_u import sample
from .five_logits import WORDS

KIND = "token"
LEAST_DISTANCE = 0.006
"""How far the random number stays away from the end of every stretch."""


def draw(rng):
    """Draw five tokens, their probabilities in hundredths, and a random number."""
    cuts = sorted(rng.sample(range(4, 97), 4))
    hundredths = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
    return {
        "tokens": rng.shuffled(rng.choice(WORDS)),
        "p": [each / 100 for each in hundredths],
        "u": rng.integer(20, rng.choice([300, 980])) / 1000,
    }


def is_allowed(p, u):
    """Refuse equal probabilities, tiny ones, and a random number near the end of a stretch."""
    ends = np.cumsum(p)
    return len(set(p)) == len(p) and min(p) >= 0.04 and bool((abs(ends - u) > LEAST_DISTANCE).all())


def answer(keep, tokens, p, u):
    """Return the first token, in the order of the list, whose running sum exceeds the random number."""
    for token, end in zip(tokens, np.cumsum(p), strict=True):
        keep(f"running sum({token})", float(end))
    return tokens[sample(np.array(p), u)]
