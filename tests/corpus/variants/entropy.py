"""Right ways to compute entropy; the grader must accept every one of them."""

import math
from fractions import Fraction

import numpy as np


def variant_plain_loop(p):
    """Add up in a loop with math.log2."""
    total = 0.0
    for x in p:
        if x > 0:
            total -= x * math.log2(x)
    return total


def variant_where(p):
    """Replace zeros by ones in a copy, since log2(1) is 0."""
    return -np.sum(p * np.log2(np.where(p > 0, p, 1)))


def variant_nansum(p):
    """Compute everything and leave nan out of the sum."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return -np.nansum(p * np.log2(p))


def variant_dot(p):
    """Use a dot product of the positive entries."""
    q = p[np.nonzero(p)]
    return np.dot(q, -np.log2(q))


def variant_natural_logarithm_converted(p):
    """Take natural logarithms and divide by that of 2."""
    return math.fsum(-x * math.log(x) / math.log(2) for x in p.tolist() if x)


def variant_average_of_surprises(p):
    """Let numpy take the weighted average."""
    positive = p > 0
    return np.average(-np.log2(p[positive]), weights=p[positive])


def variant_distance_from_uniform(p):
    """Subtract the divergence from the uniform distribution from log2(V)."""
    q = p[p > 0]
    return math.log2(len(p)) - float((q * np.log2(q * len(p))).sum())


def variant_product_of_powers(p):
    """Take one logarithm, of the product of 1 / p to the power p."""
    return np.log2(np.prod([1 / x**x for x in p]))


def variant_float32(p):
    """Compute in float32."""
    q = p[p > 0].astype(np.float32)
    return -(q * np.log2(q)).sum()


def variant_chain_rule(p):
    """Ask about one token after the other: each answer is a coin of its own."""

    def coin(x):
        return 0.0 if x <= 0 or x >= 1 else -x * math.log2(x) - (1 - x) * math.log2(1 - x)

    left, total = 1.0, 0.0
    for i, x in enumerate(p):
        rest = math.fsum(p[i + 1 :])
        if rest == 0 or left <= 0:
            break
        total += (x + rest) * coin(x / (x + rest))
        left = rest
    return total


def variant_array_without_dimensions(p):
    """Return an array without dimensions."""
    return np.array(sum(-float(x) * math.log2(float(x)) for x in p if x != 0.0))


def variant_logarithm_with_base(p):
    """Use math.log with a base, and exact fractions for the weights."""
    return float(sum(Fraction(float(x)) * Fraction(-math.log(x, 2)) for x in p if x > 0))


def variant_masked_ufunc(p):
    """Let the ufunc skip the zeros."""
    logs = np.zeros(p.shape)
    np.log2(p, out=logs, where=p > 0)
    return float(-np.einsum("i,i", p, logs))
