"""Right ways to compute what a draft can gain; the grader must accept every one of them."""

import math
from fractions import Fraction

import numpy as np


def variant_sum(alpha, gamma, c):
    """Add up the series, which needs no special case."""
    tokens = sum(alpha**i for i in range(gamma + 1))
    return tokens, tokens / (1 + c * gamma)


def variant_horner(alpha, gamma, c):
    """Nest the series."""
    tokens = 1.0
    for _ in range(gamma):
        tokens = 1 + alpha * tokens
    return [tokens, tokens / (gamma * c + 1)]


def variant_numpy_powers(alpha, gamma, c):
    """Let numpy take the powers; an array comes back."""
    tokens = np.power(float(alpha), np.arange(gamma + 1)).sum()
    return np.array([tokens, tokens / (gamma * c + 1)])


def variant_outcomes(alpha, gamma, c):
    """Average over the outcomes: the first rejection comes after i accepted drafts, or never."""
    tokens = sum(alpha**i * (1 - alpha) * (i + 1) for i in range(gamma)) + alpha**gamma * (gamma + 1)
    return tokens, tokens / (gamma * c + 1)


def variant_polyval(alpha, gamma, c):
    """Take the series as a polynomial with all coefficients 1."""
    tokens = np.polyval(np.ones(gamma + 1), alpha)
    return tokens, tokens / np.polyval([c, 1.0], gamma)


def variant_fractions(alpha, gamma, c):
    """Compute with exact fractions."""
    a = Fraction(alpha)
    tokens = Fraction(gamma + 1) if a == 1 else (1 - a ** (gamma + 1)) / (1 - a)
    return float(tokens), float(tokens / (gamma * Fraction(c) + 1))


def variant_expm1(alpha, gamma, c):
    """Use the short form with logarithms, where there are any."""
    tokens = 1 + gamma * alpha if alpha in (0, 1) else math.expm1((gamma + 1) * math.log(alpha)) / (alpha - 1)
    return tokens, tokens / (gamma * c + 1)


def variant_short_form(alpha, gamma, c):
    """Use the short form of the series, with its exception."""
    if alpha == 1:
        return gamma + 1, (gamma + 1) / (gamma * c + 1)
    tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return tokens, tokens / (gamma * c + 1)


def variant_recursion(alpha, gamma, c):
    """A round with one draft more gives one token, and with chance alpha the rest."""

    def tokens(left):
        return 1.0 if left == 0 else 1.0 + alpha * tokens(left - 1)

    return tokens(gamma), tokens(gamma) / (gamma * c + 1)


def variant_float32(alpha, gamma, c):
    """Compute in float32."""
    tokens = (np.float32(alpha) ** np.arange(gamma + 1, dtype=np.float32)).sum(dtype=np.float32)
    return tokens, tokens / np.float32(gamma * c + 1)
