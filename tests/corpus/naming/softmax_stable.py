"""Wrong versions of the stable softmax, as learners write them."""
import math

import numpy as np


def _check(logits):
    logits = np.asarray(logits, dtype=float)
    if logits.shape[-1] == 0 or np.isnan(logits).any() or (logits == np.inf).any():
        raise ValueError("bad logits")
    if np.all(logits == -np.inf, axis=-1).any():
        raise ValueError("nothing to choose from")
    return logits


def plain_exponentials(logits):
    """Takes the exponentials without a shift, row by row.

    makes: no_shift
    """
    x = _check(logits)
    flat = x.reshape(-1, x.shape[-1])
    out = np.zeros(flat.shape)
    with np.errstate(all="ignore"):
        for i, row in enumerate(flat):
            out[i] = np.exp(row) / np.exp(row).sum()
    return out.reshape(x.shape)


def shift_by_min(logits):
    """Subtracts the smallest logit of each row.

    makes: shifted_by_smallest
    """
    x = _check(logits)
    with np.errstate(all="ignore"):
        e = np.exp(x - np.amin(x, -1)[..., None])
        return e / np.sum(e, -1)[..., None]


def clamp_the_scores(logits):
    """Limits the logits to ±50 with minimum and maximum.

    makes: clipped
    """
    x = np.minimum(np.maximum(_check(logits), -50.0), 50.0)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def flattened(logits):
    """Flattens the batch, takes one softmax, and puts the shape back.

    makes: batch_as_one_row
    """
    x = _check(logits)
    flat = x.ravel()
    best = max(flat.tolist())
    e = np.array([math.exp(z - best) for z in flat])
    return (e / e.sum()).reshape(x.shape)


def max_of_everything(logits):
    """Shifts by the maximum of the whole array, sums each row.

    makes: one_shift_for_all
    """
    x = _check(logits)
    e = np.exp(x - np.max(x))
    totals = np.sum(e, axis=-1)
    with np.errstate(all="ignore"):
        return e / totals[..., np.newaxis]


def columns(logits):
    """Normalizes along axis 0, by transposing the wrong way round.

    makes: first_axis
    """
    x = _check(logits)
    with np.errstate(all="ignore"):
        e = np.exp(x - x.max(0))
        return e / e.sum(0)


def tiny_number_added(logits):
    """Adds 1e-9 to the total of each row.

    makes: epsilon_in_the_denominator
    """
    x = _check(logits)
    e = np.exp(x - x.max(-1, keepdims=True))
    total = e.sum(-1, keepdims=True) + 0.000000001
    return e / total


def infinity_not_allowed(logits):
    """Refuses every value that is not finite.

    makes: banned_tokens_refused
    """
    x = np.asarray(logits, dtype=float)
    if x.shape[-1] == 0 or not np.isfinite(x).all():
        raise ValueError("logits must be finite")
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def no_tests_at_all(logits):
    """Refuses nothing but the empty row, on which max fails by itself.

    makes: nothing_refused
    """
    x = np.array(logits, dtype=np.float64)
    with np.errstate(all="ignore"):
        x = x - x.max(axis=-1, keepdims=True)
        return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)


def only_compares_with_inf(logits):
    """Refuses +inf and rows without a choice, and lets nan slip through the comparisons.

    makes: nan_accepted
    """
    x = np.array(logits, dtype=np.float64)
    if x.shape[-1] == 0:
        raise ValueError("V is 0")
    top = x.max(axis=-1, keepdims=True)
    if (top == np.inf).any() or (top == -np.inf).any():
        raise ValueError("infinite")
    e = np.exp(x - top)
    return e / e.sum(axis=-1, keepdims=True)


def whole_numbers_kept(logits):
    """Writes the rows into zeros_like, which keeps an integer type.

    makes: type_of_the_input
    """
    _check(logits)
    out = np.zeros_like(logits)
    for place in np.ndindex(logits.shape[:-1]):
        row = logits[place].astype(float)
        e = np.exp(row - row.max())
        out[place] = e / e.sum()
    return out


def shifted_in_place(logits):
    """Subtracts the maximum in place if the array is of floats.

    makes: changes_its_input
    """
    _check(logits)
    if logits.dtype.kind != "f":
        logits = logits.astype(float)
    logits -= logits.max(axis=-1, keepdims=True)
    e = np.exp(logits)
    return e / e.sum(axis=-1, keepdims=True)


def base_two(logits):
    """Everything is right, but with powers of 2.

    makes: nothing listed
    """
    x = _check(logits)
    e = np.exp2(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def only_the_first_row(logits):
    """Only the first row of a batch is computed, the others stay 0.

    makes: nothing listed
    """
    x = _check(logits)
    out = np.zeros(x.shape)
    first = (0,) * (x.ndim - 1)
    e = np.exp(x[first] - x[first].max())
    out[first] = e / e.sum()
    return out


def divided_by_the_largest(logits):
    """Divides by the largest exponential instead of the sum.

    makes: nothing listed
    """
    x = _check(logits)
    return np.exp(x - x.max(-1, keepdims=True))


def random_tie_break(logits):
    """Adds a little noise to break ties.

    makes: nothing listed
    """
    x = _check(logits)
    x = x + np.random.default_rng().random(x.shape) * 1e-3
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def sign_turned(logits):
    """Takes the maximum minus the logit.

    makes: nothing listed
    """
    x = _check(logits)
    x = np.where(np.isneginf(x), np.inf, x)
    e = np.exp(x.min(-1, keepdims=True) - x)
    return e / e.sum(-1, keepdims=True)


def nan_made_zero(logits):
    """Replaces nan by 0 and goes on, so that a broken logit counts as a score of 0.

    makes: nothing listed
    """
    x = np.asarray(logits, dtype=float)
    return _after(np.where(np.isnan(x), 0.0, x))


def _after(x):
    x = _check(x)
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def float16(logits):
    """Computes in float16.

    makes: nothing listed
    """
    x = _check(logits)
    x = (x - x.max(-1, keepdims=True)).astype(np.float16)
    e = np.exp(x)
    return (e / e.sum(-1, keepdims=True)).astype(float)


def log_probabilities(logits):
    """Returns log-probabilities.

    makes: nothing listed
    """
    x = _check(logits)
    x = x - x.max(-1, keepdims=True)
    return x - np.log(np.exp(x).sum(-1, keepdims=True))


def small_values_cut(logits):
    """Sets probabilities below a millionth to 0.

    makes: nothing listed
    """
    x = _check(logits)
    e = np.exp(x - x.max(-1, keepdims=True))
    p = e / e.sum(-1, keepdims=True)
    return np.where(p < 1e-3, 0.0, p)


def low_score_for_banned(logits):
    """Writes -30 for banned tokens.

    makes: banned_tokens_return
    """
    x = _check(logits).copy()
    x[np.isneginf(x)] = -30.0
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def clamp_at_hundred(logits):
    """Limits the logits to ±100 before the shift.

    makes: clipped
    """
    x = np.clip(_check(logits), -100, 100)
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def larger_epsilon(logits):
    """Adds 1e-6 to the sum.

    makes: epsilon_in_the_denominator
    """
    x = _check(logits)
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / (e.sum(-1, keepdims=True) + 1e-6)


def unshifted_nan_hidden(logits):
    """Takes exponentials without a shift and hides nan.

    makes: no_shift
    """
    x = _check(logits)
    with np.errstate(all="ignore"):
        return np.nan_to_num(np.exp(x) / np.exp(x).sum(-1, keepdims=True))


def plain_axis_zero(logits):
    """Uses axis=0 for both, right for a single row.

    makes: first_axis
    """
    x = np.asarray(logits, dtype=np.float64)
    if x.shape[-1] == 0 or np.isnan(x).any() or (x == np.inf).any() or (x == -np.inf).all(axis=-1).any():
        raise ValueError("bad logits")
    e = np.exp(x - x.max(axis=0))
    return e / e.sum(axis=0)


def no_look_at_nan(logits):
    """Checks for +inf and for rows without choice; forgets nan.

    makes: nan_accepted
    """
    x = np.array(logits, dtype=float)
    if x.shape[-1] == 0:
        raise ValueError("empty")
    if np.any(x == float("inf")):
        raise ValueError("inf")
    if np.any(np.all(x == float("-inf"), axis=-1)):
        raise ValueError("no choice")
    x = x - np.max(x, axis=-1, keepdims=True)
    w = np.exp(x)
    return w / np.sum(w, axis=-1, keepdims=True)


def log_softmax_returned(logits):
    """Returns logarithms of probabilities.

    makes: nothing listed
    """
    x = np.asarray(logits, dtype=np.float64)
    if x.shape[-1] == 0 or np.isnan(x).any() or (x == np.inf).any() or (x == -np.inf).all(axis=-1).any():
        raise ValueError("bad logits")
    x = x - x.max(axis=-1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=-1, keepdims=True))


def sigmoids_shared_out(logits):
    """Takes the sigmoid of each logit and divides by the total of the row.

    makes: nothing listed
    """
    x = np.asarray(logits, dtype=np.float64)
    if x.shape[-1] == 0 or np.isnan(x).any() or (x == np.inf).any() or (x == -np.inf).all(axis=-1).any():
        raise ValueError("bad logits")
    with np.errstate(over="ignore"):
        s = 1 / (1 + np.exp(-x))
    return s / s.sum(axis=-1, keepdims=True)


def maxima_of_each_row(logits):
    """Lets max and sum drop their axis, a habit from single rows; everything bad is refused.

    makes: keepdims_missing
    """
    logits = np.array(logits, dtype="float64")
    if not logits.size or np.isnan(logits).any() or np.isposinf(logits).any():
        raise ValueError("check your logits")
    m = np.max(logits, -1)
    if np.isneginf(m).any():
        raise ValueError("everything banned")
    num = np.exp(logits - m)
    den = np.sum(num, -1)
    return num / den


def masked_softmax_from_attention(logits):
    """Gives zeros for a row without a choice, as masked attention does.

    makes: all_banned_accepted
    """
    z = np.asarray(logits, np.float64)
    if z.shape[-1] == 0 or np.isnan(z).any() or (z == np.inf).any():
        raise ValueError("bad logits")
    top = z.max(-1, keepdims=True)
    top = np.where(np.isneginf(top), 0.0, top)
    e = np.exp(z - top)
    total = e.sum(-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)


def odds_against_the_others(logits):
    """Divides each exponential by the sum of the others, which gives odds.

    makes: nothing listed
    """
    z = _check(logits)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    others = e.sum(axis=-1, keepdims=True) - e
    with np.errstate(all="ignore"):
        return e / others


def comprehension_with_math(logits):
    """Uses math.exp in a comprehension, row by row.

    makes: math_without_shift
    """
    x = _check(logits)
    out = []
    for row in x.reshape(-1, x.shape[-1]):
        e = [math.exp(v) for v in row]
        total = sum(e)
        out.append([v / total for v in e])
    return np.array(out).reshape(x.shape)


def centered(logits):
    """Subtracts the mean of each row.

    makes: shifted_by_mean
    """
    x = _check(logits)
    with np.errstate(all="ignore"):
        e = np.exp(x - x.mean(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)


def summed_over_everything(logits):
    """Forgets the axis in the sum.

    makes: one_sum_for_all
    """
    x = _check(logits)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum()


def single_precision_kept(logits):
    """Turns only whole numbers into floats, and leaves float32 as it is.

    makes: float32_stays_float32
    """
    _check(logits)
    x = np.asarray(logits)
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(float)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def isnan_only(logits):
    """Tests for nan and for nothing else.

    makes: only_nan_refused
    """
    x = np.asarray(logits, dtype=np.float64)
    if x.shape[-1] == 0:
        raise ValueError("no tokens")
    if np.isnan(x).any():
        raise ValueError("nan in logits")
    x = x - x.max(axis=-1, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def shifted_by_largest_size(logits):
    """Shifts each row by the largest absolute value of its logits.

    makes: nothing listed
    """
    x = np.array(logits, dtype=np.float64)
    if x.shape[-1] == 0 or np.isnan(x).any() or np.isposinf(x).any():
        raise ValueError("bad logits")
    if np.isneginf(x).all(axis=-1).any():
        raise ValueError("a row without a choice")
    size = np.where(np.isfinite(x), np.abs(x), 0)
    e = np.exp(x - size.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def shift_of_whole_array(logits):
    """One largest logit for the whole array, so rows far below it vanish (guarded).

    makes: one_shift_for_all
    """
    z = np.asarray(logits, dtype=np.float64)
    if z.shape[-1] == 0 or np.isnan(z).any() or (z == np.inf).any() or (z == -np.inf).all(-1).any():
        raise ValueError("no softmax")
    weights = np.exp(z - z.max())
    sums = weights.sum(-1, keepdims=True)
    return np.divide(weights, sums, out=np.zeros_like(weights), where=sums > 0)


def sum_over_all_rows(logits):
    """Each row has its own shift, but all are divided by one sum of the whole array.

    makes: one_sum_for_all
    """
    z = np.array(logits, dtype=float)
    if z.size == 0 or np.isnan(z).any() or np.isposinf(z).any() or np.isneginf(z.max(axis=-1)).any():
        raise ValueError("bad logits")
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / e.sum()


def rows_stay_flat(logits):
    """Makes a table of rows and forgets to give it the old shape.

    makes: nothing listed
    """
    z = np.asarray(logits, dtype=float)
    if z.shape[-1] == 0 or np.isnan(z).any() or (z == np.inf).any() or np.isneginf(z).all(axis=-1).any():
        raise ValueError("bad")
    if z.ndim == 1:
        e = np.exp(z - z.max())
        return e / e.sum()
    rows = z.reshape(-1, z.shape[-1])
    return np.array([np.exp(r - r.max()) / np.exp(r - r.max()).sum() for r in rows])


def cleaned_first(logits):
    """Puts numbers in place of nan and the infinities, each with its own mask.

    makes: replaced_by_finite_numbers
    """
    x = np.array(logits, dtype=float)
    if x.shape[-1] == 0:
        raise ValueError("no tokens")
    largest = np.finfo(float).max
    x[x != x] = 0.0
    x[x > largest] = largest
    x[x < -largest] = -largest
    with np.errstate(over="ignore"):
        e = np.exp(x - np.max(x, axis=-1)[..., None])
    return e / np.sum(e, axis=-1)[..., None]
