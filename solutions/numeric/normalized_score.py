"""The score of a text in a beam search with a length penalty of exponent 1."""

import math

KIND = "number"


def draw(rng):
    """Draw the probability of each token, the last one EOS, given the ones before it, in hundredths."""
    return {"p": [rng.integer(20, 90) / 100 for _ in range(4)]}


def is_allowed(p):
    """Refuse products so small that rounding them would move the logarithm a lot."""
    return math.prod(p) >= 0.05


def answer(keep, p):
    """Return the sum of the logarithms, divided by the number of tokens."""
    return keep("sum", sum(keep(f"ln({each:g})", math.log(each)) for each in p)) / 4


def answer_by_the_product(keep, p):
    """Return the logarithm of the product, divided by the number of tokens."""
    product = keep("first three", keep("first two", p[0] * p[1]) * p[2]) * p[3]
    return keep("logarithm", math.log(keep("product", product))) / 4
