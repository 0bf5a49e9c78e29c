"""Right ways to write min-p; the grader must accept every one of them."""

import math
from fractions import Fraction

import numpy as np


def _refuse(m):
    if not 0 <= m <= 1:
        raise ValueError("m")


def variant_mask(p, m):
    """Multiply by a mask and divide by a dot product."""
    if m < 0 or m > 1:
        raise ValueError("m must lie in [0, 1]")
    mask = p >= m * p.max()
    return p * mask / (p @ mask)


def variant_plain_loop(p, m):
    """Build a list in a loop."""
    _refuse(m)
    bar, kept = m * max(p), []
    for x in p:
        kept.append(x if x >= bar else 0)
    total = sum(kept)
    return [x / total for x in kept]


def variant_ratios(p, m):
    """Compare ratios to the best one."""
    _refuse(m)
    ratios = p / p.max()
    ratios[ratios < m] = 0
    return ratios / ratios.sum()


def variant_logits(p, m):
    """Compare gaps of logits, a little generously at the bar, and take softmax of those who stay."""
    _refuse(m)
    with np.errstate(divide="ignore"):
        z = np.log(p) - np.log(p.max())
        bar = np.log(m) if m else -np.inf
    e = np.where(z >= bar - 1e-12, np.exp(z), 0.0)
    return e / e.sum()


def variant_sorted(p, m):
    """Walk down the ranking until a token is below the bar."""
    _refuse(m)
    order = np.argsort(-p)
    kept = []
    for token in order:
        if p[token] < m * p[order[0]]:
            break
        kept.append(token)
    out = np.zeros(len(p))
    out[kept] = p[kept] / math.fsum(p[kept])
    return out


def variant_copy(p, m):
    """Zero the losers in a copy."""
    _refuse(m)
    q = p.copy()
    q[q < m * q.max()] = 0.0
    q /= q.sum()
    return q


def variant_float32(p, m):
    """Compute in float32."""
    _refuse(m)
    q = p.astype(np.float32)
    q = np.where(q >= np.float32(m) * q.max(), q, np.float32(0))
    return q / q.sum()


def variant_fractions(p, m):
    """Compute with exact fractions; a tuple comes back."""
    _refuse(m)
    exact = [Fraction(float(x)) for x in p]
    kept = [x if x >= Fraction(m) * max(exact) else Fraction(0) for x in exact]
    return tuple(float(x / sum(kept)) for x in kept)


def variant_off_is_a_copy(p, m):
    """Treat both ends of the scale on their own."""
    if m < 0:
        raise ValueError("negative")
    if m > 1:
        raise ValueError("above 1")
    if m == 0:
        return p
    if m == 1:
        best = (p == p.max()).astype(int)
        return best / best.sum()
    return np.where(p < m * p.max(), 0, p) / p[p >= m * p.max()].sum()


def variant_masked_array(p, m):
    """Use numpy's masked arrays."""
    _refuse(m)
    q = np.ma.masked_less(p, m * p.max())
    return (q / q.sum()).filled(0.0)


def variant_dictionary(p, m):
    """Keep the survivors in a dictionary."""
    _refuse(m)
    best = float(np.max(p))
    kept = {i: float(x) for i, x in enumerate(p) if float(x) >= m * best}
    mass = math.fsum(kept.values())
    return [kept.get(i, 0.0) / mass for i in range(len(p))]
