"""Right ways to write softmax by hand; the grader must accept every one of them."""

import math
from functools import reduce

import numpy as np


def variant_shifted(logits):
    """Subtract the largest logit first."""
    e = np.exp(logits - np.max(logits))
    return e / np.sum(e)


def variant_plain_loop(logits):
    """Build a list with math.exp in two loops."""
    exps = []
    for z in logits:
        exps.append(math.exp(z))
    total = 0.0
    for e in exps:
        total += e
    return [e / total for e in exps]


def variant_ratio_of_differences(logits):
    """Write each probability as one over a sum of exponentials of differences."""
    return np.array([1 / sum(math.exp(other - z) for other in logits) for z in logits])


def variant_outer_differences(logits):
    """Do the same with a (V, V) table of differences."""
    return 1 / np.exp(np.subtract.outer(logits, logits)).T.sum(axis=1)


def variant_log_sum_exp(logits):
    """Take the exponential of the log-probabilities."""
    largest = logits.max()
    log_total = largest + np.log(np.sum(np.exp(logits - largest)))
    return np.exp(logits - log_total)


def variant_logaddexp(logits):
    """Let numpy add exponentials in log space."""
    return np.exp(logits - np.logaddexp.reduce(logits))


def variant_float32(logits):
    """Compute in float32."""
    e = np.exp(logits.astype(np.float32))
    return e / e.sum()


def variant_float32_shifted(logits):
    """Compute in float32, shifted first."""
    z = logits.astype("float32")
    z = z - z.max()
    return np.exp(z) / np.exp(z).sum()


def variant_long_double(logits):
    """Compute in extended precision, then come back."""
    e = np.exp(logits.astype(np.longdouble))
    return (e / e.sum()).astype(float)


def variant_base_two(logits):
    """Use powers of 2 with the exponents converted."""
    powers = np.exp2(logits * math.log2(math.e))
    return powers / powers.sum()


def variant_power_of_e(logits):
    """Use the operator ** on the number e."""
    powers = math.e ** np.asarray(logits)
    return powers / sum(powers)


def variant_tuple_with_fsum(logits):
    """Return a tuple, with an exact sum."""
    exps = [math.exp(z) for z in logits.tolist()]
    total = math.fsum(exps)
    return tuple(map(lambda e: e / total, exps))


def variant_recursive_total(logits):
    """Add up by recursion."""

    def total(rest):
        return 0.0 if not len(rest) else math.exp(rest[0]) + total(rest[1:])

    return np.exp(logits) / total(list(logits))


def variant_sorted_sum(logits):
    """Add the small exponentials first."""
    e = np.exp(logits)
    return e / reduce(lambda a, b: a + b, sorted(e))


def variant_sigmoid_pairs(logits):
    """Grow the distribution token by token: each newcomer takes a sigmoid share from all before it."""
    p, pool = [1.0], float(logits[0])
    for z in logits[1:]:
        share = 1 / (1 + math.exp(pool - z))
        p = [(1 - share) * each for each in p] + [share]
        pool = max(pool, z) + math.log1p(math.exp(-abs(pool - z)))
    return p


def variant_numpy_scalars(logits):
    """Return a list of numpy numbers and leave a copy of the argument changed."""
    z = logits.copy()
    np.exp(z, out=z)
    z /= z.sum()
    return list(z)
