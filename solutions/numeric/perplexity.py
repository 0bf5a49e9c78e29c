"""The perplexity of three tokens."""

import math

KIND = "number"


def draw(rng):
    """Draw the probability of each token, given the ones before it, in hundredths."""
    return {"p": [rng.integer(15, 95) / 100 for _ in range(3)]}


def is_allowed(p):
    """Refuse products so small that rounding them would move the perplexity a lot."""
    return math.prod(p) >= 0.05


def answer(keep, p):
    """Return e to the power of the mean surprise."""
    total = sum(keep(f"-ln({each:g})", -math.log(each)) for each in p)
    return math.exp(keep("cross-entropy", total / 3))


def answer_by_the_product(keep, p):
    """Return the cube root of the product's inverse."""
    product = keep("product", keep("first two", p[0] * p[1]) * p[2])
    return keep("inverse", 1 / product) ** (1 / 3)


def answer_in_bits(keep, p):
    """Return 2 to the power of the mean surprise in bits."""
    total = sum(keep(f"-log2({each:g})", -math.log2(each)) for each in p)
    return 2 ** keep("cross-entropy in bits", total / 3)
