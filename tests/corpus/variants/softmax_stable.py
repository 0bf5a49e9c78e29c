"""Right ways to write a softmax that survives; the grader must accept every one of them."""

import math
from fractions import Fraction

import numpy as np


def _refuse(logits):
    if np.shape(logits)[-1] == 0:
        raise ValueError("no token")
    if np.isnan(logits).any() or np.isposinf(logits).any() or np.isneginf(logits).all(axis=-1).any():
        raise ValueError("logits")


def variant_row_by_row(logits):
    """Treat the rows one by one in a Python loop and put the shape back."""
    _refuse(logits)
    result = np.empty(logits.shape, dtype=float)
    for place in np.ndindex(logits.shape[:-1]):
        row = logits[place].astype(float)
        e = np.exp(row - row.max())
        result[place] = e / e.sum()
    return result


def variant_nested_lists(logits):
    """Work on nested lists by recursion, with math.exp; lists come back."""
    if isinstance(logits, np.ndarray):
        logits = logits.tolist()
    if not logits:
        raise ValueError("empty")
    if isinstance(logits[0], list):
        return [variant_nested_lists(row) for row in logits]
    best = max(logits)
    if any(math.isnan(z) or z == math.inf for z in logits) or best == -math.inf:
        raise ValueError("not a softmax")
    exps = [math.exp(z - best) for z in logits]
    total = math.fsum(exps)
    return [e / total for e in exps]


def variant_apply_along_axis(logits):
    """Let numpy call a function for each row."""
    _refuse(logits)

    def of_row(row):
        e = np.exp(row - np.max(row))
        return e / np.sum(e)

    return np.apply_along_axis(of_row, -1, logits.astype(np.float64))


def variant_logaddexp(logits):
    """Subtract the logarithm of the sum, which numpy computes in log space."""
    _refuse(logits)
    return np.exp(logits - np.logaddexp.reduce(logits.astype(float), axis=-1, keepdims=True))


def variant_new_axis(logits):
    """Put the lost axis back with np.newaxis instead of keepdims."""
    _refuse(logits)
    z = logits.astype(float) - np.max(logits, axis=-1)[..., np.newaxis]
    e = np.exp(z)
    return e / np.sum(e, axis=-1)[..., None]


def variant_transposed(logits):
    """Move the vocabulary to the front, where broadcasting needs no help, and back."""
    _refuse(logits)
    z = np.moveaxis(np.asarray(logits, float), -1, 0)
    e = np.exp(z - z.max(axis=0))
    return np.moveaxis(e / e.sum(axis=0), 0, -1)


def variant_one_flat_batch(logits):
    """Flatten all leading axes into one."""
    _refuse(logits)
    rows = logits.reshape(-1, logits.shape[-1]).astype(float)
    e = np.exp(rows - rows.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)).reshape(logits.shape)


def variant_float32(logits):
    """Compute in float32."""
    _refuse(logits)
    z = logits.astype(np.float32)
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def variant_float32_stays_float32(logits):
    """Leave float32 as it is, and turn whole numbers into floats with the exponential."""
    _refuse(logits)
    z = logits - logits.max(axis=-1, keepdims=True)
    return np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)


def variant_only_finite_ones(logits):
    """Compute the finite entries only and leave zeros elsewhere; nan and infinity show in the maximum."""
    if logits.size == 0:
        raise ValueError("nothing there")
    largest = np.max(logits, axis=-1, keepdims=True)
    if not np.isfinite(largest).all():
        raise ValueError("a row has no finite maximum")
    e = np.zeros(logits.shape)
    np.exp(np.subtract(logits, largest, dtype=float), out=e, where=np.isfinite(logits))
    return np.divide(e, e.sum(axis=-1, keepdims=True))


def variant_errors_from_floating_point(logits):
    """Let numpy raise at the first invalid operation."""
    if logits.shape[-1] == 0:
        raise ValueError("no token")
    if np.isnan(logits).any():
        raise ValueError("nan")
    try:
        with np.errstate(invalid="raise"):
            z = logits.astype(float) - logits.max(axis=-1, keepdims=True)
    except FloatingPointError as error:
        raise ValueError("infinity") from error
    weights = np.exp2(z * math.log2(math.e))
    return weights / weights.sum(axis=-1, keepdims=True)


def variant_einsum(logits):
    """Add up with einsum and shift a little further than necessary."""
    _refuse(logits)
    z = np.array(logits, dtype="f8")
    e = np.exp(z - z.max(axis=-1, keepdims=True) - 1.0)
    return np.einsum("...v,...->...v", e, 1 / np.einsum("...v->...", e))


def variant_fractions(logits):
    """Divide exact fractions of the exponentials."""
    _refuse(logits)
    flat = []
    for row in np.asarray(logits, float).reshape(-1, logits.shape[-1]):
        exact = [Fraction(math.exp(z - max(row))) for z in row]
        flat += [float(e / sum(exact)) for e in exact]
    return np.array(flat).reshape(logits.shape)


def variant_long_double(logits):
    """Compute in extended precision."""
    _refuse(logits)
    z = logits.astype(np.longdouble)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).astype(np.float64)
