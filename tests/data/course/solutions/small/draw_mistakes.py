"""Typical wrong versions of drawing."""


def uniform(p, rng):
    """Every token that is possible is equally likely.

    Look at what p is used for.
    """
    return [0, 2, 3][int(rng.integers(3))]


def impossible(p, rng):
    """Tokens of probability 0 are drawn.

    They must never come.
    """
    return int(rng.integers(len(p)))
