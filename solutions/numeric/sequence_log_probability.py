"""The log-probability of a sequence of three tokens."""

import math

KIND = "number"


def draw(rng):
    """Draw the probability of each token, given the ones before it, in hundredths."""
    return {"p": [rng.integer(15, 95) / 100 for _ in range(3)]}


def is_allowed(p):
    """Refuse products so small that rounding them would move the logarithm a lot."""
    return math.prod(p) >= 0.05


def answer(keep, p):
    """Return the sum of the natural logarithms."""
    return sum(keep(f"ln({each:g})", math.log(each)) for each in p)


def answer_by_the_product(keep, p):
    """Return the natural logarithm of the product."""
    return math.log(keep("product", keep("first two", p[0] * p[1]) * p[2]))
