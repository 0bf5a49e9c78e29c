"""Laws of a softmax over many rows, and random batches."""

import numpy as np

LEADING_SHAPES = [(), (1,), (2,), (5,), (2, 2), (3, 1)]
NOTICEABLE = 1e-11  # far above the rounding of float64
ALIKE = 0.05  # how much estimates of one added number may differ


def batch(rng, size):
    """Draw logits of shape (..., size) in eighths, which float32 holds exactly; some rows far from 0, some banned."""
    shape = LEADING_SHAPES[int(rng.integers(len(LEADING_SHAPES)))]
    logits = np.round(rng.normal(0.0, 3.0, (*shape, size)) * 8) / 8
    logits += rng.choice([0.0, 0.0, 0.0, 900.0, -900.0], (*shape, 1))
    if size > 1 and rng.random() < 0.3:
        is_banned = rng.random(logits.shape) < 0.3
        is_banned[..., int(rng.integers(size))] = False  # never a whole row
        logits[is_banned] = -np.inf
    return {"logits": logits}


def rows_add_up_to_one(near, logits):
    """Every row adds up to 1, and no row is short of it as if its sum had been increased by the same number."""
    (p,) = yield [{"logits": logits}]
    totals = p.sum(axis=-1)
    if not near(totals, 1.0):
        return f"the rows add up to {', '.join(f'{total:.10g}' for total in totals)}, not to 1"
    rows = np.array(logits)
    sums = np.exp(rows - rows.max(axis=-1, keepdims=True)).sum(axis=-1)
    added = sums * (1 / totals - 1)  # what must have been added to each sum, if anything was
    if added.min() > NOTICEABLE and added.max() < (1 + ALIKE) * added.min():
        return f"the rows add up to a little less than 1, as if about {added.mean():.1g} had been added to every sum"
    return None


def each_row_may_be_shifted(near, logits):
    """Adding a number to all logits of a row, another one for each row, changes nothing."""
    rows = np.arange(logits[..., :1].size).reshape(logits[..., :1].shape)
    plain, shifted = yield [{"logits": logits}, {"logits": logits + 2.0 * rows + 3.0}]
    return None if near(shifted, plain) else "adding a number to all logits of a row changed its probabilities"


def rows_stand_alone(near, logits):
    """The last row gets the same probabilities whether it comes alone or in company."""
    last = logits.reshape(-1, logits.shape[-1])[-1].copy()
    alone, together = yield [{"logits": last}, {"logits": logits}]
    inside = together.reshape(-1, together.shape[-1])[-1]
    return None if near(inside, alone) else "the last row has other probabilities here than when it comes alone"
