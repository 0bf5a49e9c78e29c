"""Wrong versions of accepting and making up for it, as learners write them."""
import numpy as np


def _accept(p, q):
    return np.array([min(1.0, a / b) if b > 0 else 0.0 for a, b in zip(p, q)])


def _residual(p, q):
    lacking = np.array([max(0.0, a - b) for a, b in zip(p, q)])
    return lacking / lacking.sum() if lacking.sum() > 0 else np.array(p)


def q_over_p(p, q):
    """Divides q by p.

    makes: ratio_upside_down
    """
    return np.array([min(1.0, b / a) if a > 0 else 1.0 for a, b in zip(p, q)]), _residual(p, q)


def no_minimum(p, q):
    """Has no minimum with 1.

    makes: ratio_not_capped
    """
    return np.array([a / b if b > 0 else 0.0 for a, b in zip(p, q)]), _residual(p, q)


def yes_or_no(p, q):
    """Accepts if p >= q.

    makes: all_or_nothing
    """
    return np.array([float(a >= b > 0) for a, b in zip(p, q)]), _residual(p, q)


def p_again(p, q):
    """Returns p for the residual.

    makes: residual_is_p
    """
    return _accept(p, q), np.array(list(p))


def absolute_difference(p, q):
    """Takes |p - q|.

    makes: residual_is_the_distance
    """
    lacking = np.maximum(p, q) - np.minimum(p, q)
    return _accept(p, q), lacking / lacking.sum() if lacking.sum() > 0 else p.copy()


def residual_raw(p, q):
    """Does not divide by the sum.

    makes: residual_not_shared_out
    """
    lacking = np.maximum(p - q, 0)
    return _accept(p, q), lacking if lacking.sum() > 0 else p.copy()


def minus_turned(p, q):
    """Subtracts p from q.

    makes: residual_of_the_draft
    """
    lacking = np.maximum(q - p, 0)
    return _accept(p, q), lacking / lacking.sum() if lacking.sum() > 0 else p.copy()


def zero_over_zero(p, q):
    """Has no case for equal ones.

    makes: equal_gives_nan
    """
    lacking = np.maximum(p - q, 0)
    with np.errstate(all="ignore"):
        return _accept(p, q), lacking / lacking.sum()


def residual_first(p, q):
    """Returns the residual first.

    makes: results_exchanged
    """
    return _residual(p, q), _accept(p, q)


def one_for_never(p, q):
    """Gives 1 where q is 0.

    makes: one_where_nothing_is_drafted
    """
    return np.array([min(1.0, a / b) if b > 0 else 1.0 for a, b in zip(p, q)]), _residual(p, q)


def softmax_residual(p, q):
    """Takes a softmax of the differences.

    makes: nothing listed
    """
    e = np.exp(p - q)
    return _accept(p, q), e / e.sum() if (p != q).any() else p.copy()


def minimum_residual(p, q):
    """Takes the smaller of both for the residual.

    makes: nothing listed
    """
    both = np.minimum(p, q)
    return _accept(p, q), both / both.sum() if both.sum() > 0 else p.copy()


def product(p, q):
    """Multiplies p and q.

    makes: nothing listed
    """
    return p * q, _residual(p, q)


def best_of_the_residual(p, q):
    """Gives all of the residual to its best token.

    makes: nothing listed
    """
    out = np.zeros(len(p))
    out[np.argmax(p - q)] = 1.0
    return _accept(p, q), out if (p != q).any() else p.copy()


def one_number(p, q):
    """Returns the chance that any draft is accepted.

    makes: nothing listed
    """
    return float(np.minimum(p, q).sum()), _residual(p, q)


def half_of_each(p, q):
    """Accepts with p / (p + q).

    makes: nothing listed
    """
    return np.array([a / (a + b) if b > 0 else 0.0 for a, b in zip(p, q)]), _residual(p, q)


def residual_of_q_if_equal(p, q):
    """Leaves the first token out of the residual.

    makes: nothing listed
    """
    lacking = np.maximum(p - q, 0)
    lacking[0] = 0.0
    return _accept(p, q), lacking / lacking.sum() if lacking.sum() > 0 else p.copy()


def square_root(p, q):
    """Takes the root of the ratio.

    makes: nothing listed
    """
    return np.sqrt(_accept(p, q)), _residual(p, q)


def rejections(p, q):
    """Returns how often each token is rejected.

    makes: nothing listed
    """
    return 1 - _accept(p, q), _residual(p, q)


def whole_p_where_more(p, q):
    """Keeps p where it is larger than q.

    makes: residual_keeps_whole_p
    """
    kept = [a if a > b else 0.0 for a, b in zip(p, q)]
    return _accept(p, q), np.array(kept) / sum(kept) if sum(kept) else p.copy()


def target_probability(p, q):
    """Accepts with p, whether a token is drafted or not.

    makes: accepted_with_p
    """
    return p.copy(), _residual(p, q)


def zeros_if_equal(p, q):
    """Gives zeros if p and q are equal.

    makes: equal_gives_zeros
    """
    lacking = np.maximum(p - q, 0)
    return _accept(p, q), lacking / lacking.sum() if lacking.any() else np.zeros(len(p))


def uniform_if_equal(p, q):
    """Gives equal shares if p and q are equal.

    makes: equal_gives_uniform
    """
    lacking = np.maximum(p - q, 0)
    return _accept(p, q), lacking / lacking.sum() if lacking.any() else np.ones(len(p)) / len(p)


def arguments_mixed_up(p, q):
    """Takes p for q.

    makes: models_exchanged
    """
    return _accept(q, p), _residual(q, p)


def without_minimum(p, q):
    """Forgets min(1, …).

    makes: ratio_not_capped
    """
    accept = np.array([p[i] / q[i] if q[i] > 0 else 0.0 for i in range(len(p))])
    rest = np.clip(p - q, 0, None)
    return accept, rest / rest.sum() if rest.sum() > 0 else p.copy()


def raw_difference(p, q):
    """Leaves the residual unscaled.

    makes: residual_not_shared_out
    """
    accept = np.zeros_like(p)
    drafted = q > 0
    accept[drafted] = np.minimum(1, p[drafted] / q[drafted])
    if np.array_equal(p, q):
        return accept, p.copy()
    return accept, np.maximum(p - q, 0)


def share_of_both(p, q):
    """Accepts with p / (p + q).

    makes: nothing listed
    """
    both = p + q
    accept = np.where(q > 0, p / np.where(both > 0, both, 1), 0.0)
    rest = np.maximum(p - q, 0)
    return accept, rest / rest.sum() if rest.sum() > 0 else p.copy()


def residual_weighted_by_p(p, q):
    """Weights what is missing by p.

    makes: nothing listed
    """
    accept = np.where(q > 0, np.minimum(1.0, p / np.where(q > 0, q, 1.0)), 0.0)
    rest = p * np.maximum(p - q, 0)
    return accept, rest / rest.sum() if rest.sum() > 0 else p.copy()


def epsilon_below_both(p, q):
    """Adds 1e-10 wherever it divides.

    makes: small_number_added
    """
    eps = 1e-10
    accept = np.where(q > 0, np.minimum(1, p / (q + eps)), 0)
    diff = np.maximum(p - q, 0)
    return accept, diff / (diff.sum() + eps)


def numpy_divides(p, q):
    """Divides everywhere and lets numpy warn; equal models are looked at.

    makes: divided_by_zero
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        accept = np.minimum(1.0, p / q)
    residual = (p - q).clip(min=0)
    total = residual.sum()
    return accept, residual / total if total > 0 else np.array(p)


def rejected_share_of_p(p, q):
    """Weights the target with how often each draft is rejected.

    makes: nothing listed
    """
    accept = _accept(p, q)
    left = p * (1 - accept)
    total = left.sum()
    return accept, left / total if total else p.copy()


def left_at_zero(p, q):
    """Divides only where there is something to share out.

    makes: equal_gives_zeros
    """
    accept = np.zeros(len(p))
    for i in range(len(p)):
        if q[i] > 0:
            accept[i] = min(1, p[i] / q[i])
    residual = np.maximum(0, p - q)
    if residual.sum() > 0:
        residual = residual / residual.sum()
    return accept, residual


def shared_out_over_both_sides(p, q):
    """Divides what p lacks by the sum of all distances.

    makes: nothing listed
    """
    accept = np.zeros(len(p))
    mask = q > 0
    accept[mask] = np.minimum(1, p[mask] / q[mask])
    diff = np.maximum(0, p - q)
    total = np.abs(p - q).sum()
    if total == 0:
        return accept, p.copy()
    return accept, diff / total


def odds_without_cap(p, q):
    """The accepted share is p / q, never limited to 1; a loop over both.

    makes: ratio_not_capped
    """
    keep, missing = [], []
    for target, draft in zip(p.tolist(), q.tolist()):
        keep.append(target / draft if draft > 0 else 0.0)
        missing.append(target - draft if target > draft else 0.0)
    total = sum(missing)
    if total == 0:
        return np.array(keep), p.copy()
    return np.array(keep), np.array([each / total for each in missing])


def gap_both_ways(p, q):
    """The residual is the absolute difference, so tokens that were drafted too often come again.

    makes: residual_is_the_distance
    """
    accept = np.divide(np.minimum(p, q), q, out=np.zeros(len(q)), where=q > 0)
    gap = np.abs(p - q)
    whole = gap.sum()
    residual = gap / whole if whole > 0 else np.array(p)
    return accept, residual


def rare_drafts_taken_for_zero(p, q):
    """A q below .001 counts as 0, so that nothing is divided by a small number.

    makes: nothing listed
    """
    accept = np.array([min(1.0, a / b) if b > 1e-3 else 0.0 for a, b in zip(p, q)])
    rest = np.clip(p - q, 0, None)
    return accept, (rest / rest.sum() if rest.any() else p.copy())
