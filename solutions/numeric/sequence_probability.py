"""The probability of a sequence of three tokens."""

KIND = "probability"


def draw(rng):
    """Draw the probability of each token, given the ones before it, in hundredths."""
    return {"p": [rng.integer(15, 95) / 100 for _ in range(3)]}


def is_allowed(p):
    """Refuse results so small that three decimals say little about them."""
    return p[0] * p[1] * p[2] >= 0.05


def answer(keep, p):
    """Return the product."""
    return keep("first two", p[0] * p[1]) * p[2]
