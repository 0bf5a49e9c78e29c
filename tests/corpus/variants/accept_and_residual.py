"""Right ways to accept and make up for it; the grader must accept every one of them."""

from fractions import Fraction

import numpy as np


def variant_loop(p, q):
    """Go through the tokens with plain numbers; lists come back."""
    accept = [min(1.0, a / b) if b > 0 else 0.0 for a, b in zip(p.tolist(), q.tolist(), strict=True)]
    lacking = [max(0.0, a - b) for a, b in zip(p.tolist(), q.tolist(), strict=True)]
    total = sum(lacking)
    return accept, [each / total for each in lacking] if total else p.tolist()


def variant_minimum(p, q):
    """Divide the overlap by q, and take the overlap from p."""
    overlap = np.minimum(p, q)
    accept = np.zeros_like(p)
    accept[q > 0] = overlap[q > 0] / q[q > 0]
    rest = p - overlap
    residual = rest / rest.sum() if rest.any() else p.copy()
    return accept, residual


def variant_safe_divisor(p, q):
    """Replace zeros in the divisor."""
    is_drafted = q != 0
    accept = np.where(is_drafted, np.minimum(1, p / np.where(is_drafted, q, 1)), 0)
    if np.array_equal(p, q):
        return accept, p + 0.0
    positive = (p - q) * (p > q)
    return [accept, positive / np.sum(positive)]


def variant_quiet_nan(p, q):
    """Let numpy divide by 0 in silence and repair the result."""
    with np.errstate(divide="ignore", invalid="ignore"):
        accept = np.minimum(p / q, 1)
        lacking = np.maximum(p - q, 0)
        residual = lacking / lacking.sum()
    accept[q == 0] = 0
    return accept, p.copy() if np.isnan(residual).any() else residual


def variant_half_of_the_distance(p, q):
    """Use that max(0, x) is half of x + |x|, and that the sum is the total variation distance."""
    distance = np.abs(p - q).sum() / 2
    accept = np.fromiter((0 if b == 0 else 1 if a >= b else a / b for a, b in zip(p, q, strict=True)), float)
    if distance == 0:
        return accept, np.array(p)
    residual = (p - q + np.abs(p - q)) / 2
    return accept, residual / residual.sum()


def variant_fractions(p, q):
    """Compute with exact fractions."""
    a, b = [Fraction(float(x)) for x in p], [Fraction(float(x)) for x in q]
    lacking = [max(x - y, Fraction(0)) for x, y in zip(a, b, strict=True)]
    accept = [float(min(x / y, Fraction(1))) if y else 0.0 for x, y in zip(a, b, strict=True)]
    return tuple(accept), tuple(
        float(x / sum(lacking)) if any(lacking) else float(y) for x, y in zip(lacking, a, strict=True)
    )


def variant_float32(p, q):
    """Compute in float32."""
    p, q = p.astype(np.float32), q.astype(np.float32)
    accept = np.divide(p, q, out=np.zeros_like(p), where=q > 0).clip(0, 1)
    lacking = np.maximum(p - q, 0)
    return accept, lacking / lacking.sum() if lacking.sum() > 0 else p
