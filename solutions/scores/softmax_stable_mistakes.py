"""Typical wrong versions of a softmax that survives."""

import math

import numpy as np

from .softmax_stable import softmax as _softmax


def _checked(logits):
    """Refuse what has to be refused; for the versions that go wrong elsewhere."""
    _softmax(logits)
    return np.asarray(logits, dtype=np.float64)


def _shares(exponentials):
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _run(
    logits, shift=lambda z: z.max(axis=-1, keepdims=True), total=lambda powers: powers.sum(axis=-1, keepdims=True)
):
    """Compute the softmax of valid logits, with another shift or another sum to divide by."""
    z = _checked(logits)
    exponentials = np.exp(z - shift(z))
    return exponentials / total(exponentials)


def _nan_in_bad_rows(logits):
    """Compute without refusing anything but an empty row: bad rows come out as nan."""
    logits = np.asarray(logits, dtype=np.float64)
    return _shares(np.exp(logits - logits.max(axis=-1, keepdims=True)))


def _has_no_choice(logits):
    """Say whether some row is banned altogether."""
    return bool(np.isneginf(np.asarray(logits)).all(axis=-1).any())


def no_shift(logits):
    """The exponentials are computed from logits that are not shifted.

    exp(1000) is infinity to a computer, and infinity divided by infinity is nan; for -1000 it is 0 divided by 0.
    Only differences within a row matter, so you may move the whole row before the exponential. Where to?
    """
    return _run(logits, shift=lambda z: 0.0)


def math_without_shift(logits):
    """The exponentials are computed with `math.exp` from logits that are not shifted.

    `math.exp(1000)` raises an OverflowError, and for -1000 the sum is 0 and the division fails. Only differences
    within a row matter, so you may move the whole row before the exponential. Where to?
    """

    def of_row(row):
        exponentials = [math.exp(score) for score in row]
        return [each / sum(exponentials) for each in exponentials]

    logits = _checked(logits)
    rows = [of_row(row) for row in logits.reshape(-1, logits.shape[-1]).tolist()]
    return np.array(rows).reshape(logits.shape)


def epsilon_instead_of_shift(logits):
    """A small number is added to the sum to avoid dividing by 0, but the logits are not shifted.

    Then -1000 and -1001 both get probability 0, and 1000 still overflows. The sum is 0 only because the
    exponentials were too small: cure that, and there is nothing left to avoid.
    """
    return _run(logits, shift=lambda z: 0.0, total=lambda powers: powers.sum(axis=-1, keepdims=True) + 1e-9)


def shifted_by_smallest(logits):
    """Each row is shifted by its smallest logit, so that the others rise above 0.

    That helps rows such as 1000, 1001, 1002. But 0 and 1000 stay as far apart as they were, and exp(1000) still
    overflows. Which logit has to end at 0 so that all exponentials are harmless?
    """
    return _run(logits, shift=lambda z: z.min(axis=-1, keepdims=True))


def shifted_by_mean(logits):
    """Each row is shifted by its mean.

    That helps where all logits are close together. In a row such as 0 and 2000 one logit is still 1000 above the
    mean, and one that is -inf takes the mean with it. Which logit has to end at 0 so that all exponentials are
    harmless?
    """
    return _run(logits, shift=lambda z: z.mean(axis=-1, keepdims=True))


def clipped(logits):
    """The logits are cut off at +50 and -50 before the exponential.

    Nothing overflows any more, but 1000, 1001 and 1002 have become the same number, and -inf is now an ordinary
    score. The differences must survive; a shift keeps them, a limit does not.
    """
    return _softmax(np.clip(_checked(logits), -50, 50))


def batch_as_one_row(logits):
    """A batch is treated as one long row: all its entries together add up to 1.

    Without an axis, `max` and `sum` run over everything. Each row has its own largest logit and its own total.
    Which axis holds the vocabulary?
    """
    return _run(logits, shift=np.max, total=np.sum)


def one_shift_for_all(logits):
    """The largest logit of the whole array is subtracted from every row.

    Where one row is far above another, all exponentials of the lower one become 0, and 0 / 0 is nan. Every row
    needs a shift of its own.
    """
    return _run(logits, shift=np.max)


def one_sum_for_all(logits):
    """Every row is shifted by its own maximum, but all are divided by the total of the whole array.

    Add up the rows one by one: each should give 1, and here only all of them together do. The sum has to run
    along the same axis as the maximum.
    """
    return _run(logits, total=np.sum)


def first_axis(logits):
    """The maximum and the sum run along the first axis, down the columns.

    For a single row that is right. In a batch the columns then add up to 1, one for each token, instead of the
    rows. The vocabulary is the last axis, however many come before it.
    """
    logits = _checked(logits)
    exponentials = np.exp(logits - logits.max(axis=0, keepdims=True))
    return exponentials / exponentials.sum(axis=0, keepdims=True)


def second_axis(logits):
    """The maximum and the sum run along axis 1.

    That is the last axis of a two-dimensional batch only. A single row has no axis 1 at all, and with three axes
    it is the one in the middle. There is a way to say "the last one" whatever the number.
    """
    logits = _checked(logits)
    exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


def keepdims_missing(logits):
    """The maximum and the sum of each row come without `keepdims`, so they do not fit the rows.

    The maxima of B rows have shape (B,), and numpy lays them along the tokens. It raises an error if there are
    not as many rows as tokens, and computes nonsense if there are. They need the shape (B, 1).
    """
    logits = _checked(logits)
    exponentials = np.exp(logits - logits.max(axis=-1))
    return exponentials / exponentials.sum(axis=-1)


def keepdims_missing_in_the_maximum(logits):
    """The maximum of each row comes without `keepdims`, so it does not fit the rows.

    The maxima of B rows have shape (B,), and numpy lays them along the tokens: it raises an error, or shifts tokens
    instead of rows if there are as many of both. The sum is right. What does it have that the maximum lacks?
    """
    logits = _checked(logits)
    return _shares(np.exp(logits - logits.max(axis=-1)))


def keepdims_missing_in_the_sum(logits):
    """The sum of each row comes without `keepdims`, so it does not fit the rows.

    The sums of B rows have shape (B,), and numpy lays them along the tokens: it raises an error, or divides tokens
    instead of rows if there are as many of both. The maximum is right. What does it have that the sum lacks?
    """
    logits = _checked(logits)
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1)


def epsilon_in_the_denominator(logits):
    """A small number is added to the sum before dividing.

    It is meant to avoid a division by 0, which cannot happen after the shift: the largest exponential is 1, so the
    sum is at least 1. It only makes every row add up to a little less than 1.
    """
    return _run(logits, total=lambda powers: powers.sum(axis=-1, keepdims=True) + 1e-9)


def _with_epsilon(epsilon):
    return lambda logits: _run(logits, total=lambda powers: powers.sum(axis=-1, keepdims=True) + epsilon)


epsilon_in_the_denominator__1e_8 = _with_epsilon(1e-8)
epsilon_in_the_denominator__1e_7 = _with_epsilon(1e-7)
epsilon_in_the_denominator__1e_6 = _with_epsilon(1e-6)


def banned_tokens_return(logits):
    """Banned tokens get a low score, such as -20, in place of -inf.

    Low is relative: among logits of -1000 a score of -20 is the favorite, and elsewhere it still leaves a little
    probability. exp(-inf) is exactly 0, so nothing has to be replaced.
    """
    logits = _checked(logits)
    return _softmax(np.where(np.isneginf(logits), -20.0, logits))


def _banned_as(score):
    def softmax(logits):
        logits = _checked(logits)
        return _softmax(np.where(np.isneginf(logits), score, logits))

    return softmax


banned_tokens_return__as_minus_30 = _banned_as(-30.0)
banned_tokens_return__as_minus_100 = _banned_as(-100.0)
banned_tokens_return__as_minus_1000 = _banned_as(-1000.0)


def banned_tokens_refused(logits):
    """A logit of -inf raises ValueError.

    -inf is the usual way to ban a token and perfectly good input. Only +inf, nan and a row that has nothing but
    -inf are to be refused; a test such as `np.isfinite(logits).all()` is too strict.
    """
    if np.isneginf(logits).any():
        raise ValueError("infinite")
    return _softmax(logits)


def type_of_the_input(logits):
    """The result is written into an array of the input's type, so integers give 0 and 1 only.

    `np.zeros_like` and `np.empty_like` take over the type, and an array of integers drops all decimals.
    Probabilities need a float array whatever came in.
    """
    result = np.zeros_like(logits)
    result[...] = _softmax(logits)
    return result


def float32_stays_float32(logits):
    """Logits that come as float32 are computed in float32.

    numpy keeps the type that it is given, and float32 has 7 digits. The rules name the type to compute in, whatever
    comes in.
    """
    logits = np.asarray(logits)
    z = logits if logits.dtype == np.float32 else _checked(logits)
    return _shares(np.exp(z - z.max(axis=-1, keepdims=True)))


def nothing_refused(logits):
    """nan, +inf and rows that are all -inf are accepted, and the result holds nan.

    nan spreads from there through everything that follows, and surfaces far from its cause. Look at the largest
    logit of each row: what does it tell you in each of these cases?
    """
    return _nan_in_bad_rows(logits)


def nan_and_infinity_accepted(logits):
    """Rows that are all -inf are refused, but nan and +inf are accepted.

    The result then holds nan. The rules name both as bad input. Which numpy function tells finite numbers from
    all others?
    """
    return _softmax(logits) if _has_no_choice(logits) else _nan_in_bad_rows(logits)


def nan_accepted(logits):
    """A logit of nan is accepted, and the result holds nan.

    Every comparison with nan is False, so it slips through tests such as `logits.max() == np.inf`. Ask for what the
    logits must be, or look for a function that recognizes nan.
    """
    return _nan_in_bad_rows(logits) if np.isnan(logits).any() else _softmax(logits)


def infinity_accepted(logits):
    """A logit of +inf is accepted, and the result holds nan.

    inf - inf has no value. No model means it, so the rules want `ValueError`, as for the other bad input that you
    already refuse.
    """
    return _nan_in_bad_rows(logits) if np.isposinf(logits).any() else _softmax(logits)


def all_banned_accepted(logits):
    """A row in which every token is banned is accepted, and comes out as nan.

    Such a row leaves nothing to choose from: its largest logit is -inf, and -inf minus -inf has no value. The rules
    want `ValueError` for it.
    """
    return _nan_in_bad_rows(logits) if _has_no_choice(logits) else _softmax(logits)


def only_nan_refused(logits):
    """nan is refused, but +inf and rows that are all -inf are accepted.

    Both lead to inf - inf, which has no value, so the result holds nan all the same. Look at the largest logit of
    each row: what is it in these cases?
    """
    return _softmax(logits) if np.isnan(logits).any() else _nan_in_bad_rows(logits)


def one_banned_row_accepted(logits):
    """A batch is refused only if every token of every row is banned.

    One such row is enough to spoil a batch, and it comes out as nan here. Test each row, along the last axis, and
    refuse the batch if any row is all -inf.
    """
    is_single = np.ndim(logits) == 1
    return _softmax(logits) if is_single or not _has_no_choice(logits) else _nan_in_bad_rows(logits)


def empty_accepted(logits):
    """An array without a single token is accepted.

    Without a token there is no distribution. The rules want `ValueError` for V = 0.
    """
    return np.zeros(np.shape(logits)) if np.shape(logits)[-1] == 0 else _softmax(logits)


def changes_its_input(logits):
    """The array that was given is shifted on the way.

    The caller still needs its logits. An operation such as `logits -= ...`, or one with `out=`, writes into the
    caller's array. Give the result of the subtraction a new name.
    """
    probabilities = _softmax(logits)
    logits -= 1
    return probabilities
