"""Wrong versions of min-p, as learners write them."""
import numpy as np


def _check(m):
    if m < 0 or m > 1:
        raise ValueError("m must be from 0 to 1")


def fixed_bar(p, m):
    """Keeps what has at least m.

    makes: absolute_bar
    """
    _check(m)
    kept = [x if x >= m else 0.0 for x in p]
    with np.errstate(all="ignore"):
        return np.array(kept) / np.sum(kept)


def strictly_above(p, m):
    """Compares with > and shares out.

    makes: equality_cut
    """
    _check(m)
    bar = m * max(p)
    kept = np.zeros(len(p))
    for i, x in enumerate(p):
        if x > bar:
            kept[i] = x
    with np.errstate(all="ignore"):
        return kept / kept.sum()


def left_as_they_are(p, m):
    """Sets the others to 0 in a copy and returns it.

    makes: not_shared_out
    """
    _check(m)
    q = p.copy()
    q[q < m * q.max()] = 0
    return q


def mean_bar(p, m):
    """Compares with m / V.

    makes: relative_to_the_mean
    """
    _check(m)
    q = np.where(p >= m / len(p), p, 0)
    return q / q.sum()


def distance_to_best(p, m):
    """Keeps what is at most m behind the best, as a distance.

    makes: bar_below_the_best_by_m
    """
    _check(m)
    kept = p * (p >= np.max(p) - m)
    return kept / kept.sum()


def equal_shares(p, m):
    """Gives each survivor the same share.

    makes: all_equal
    """
    _check(m)
    ids = [i for i in range(len(p)) if p[i] >= m * p.max()]
    out = np.zeros(len(p))
    for i in ids:
        out[i] = 1 / len(ids)
    return out


def short_list(p, m):
    """Returns the kept probabilities in a list.

    makes: only_the_kept
    """
    _check(m)
    kept = [float(x) for x in p if x >= m * max(p)]
    return [x / sum(kept) for x in kept]


def remainder_to_best(p, m):
    """Adds what was cut to the best token.

    makes: rest_to_the_best
    """
    _check(m)
    out, cut = p.copy(), 0.0
    for i, x in enumerate(p):
        if x < m * p.max():
            cut += x
            out[i] = 0.0
    out[p.argmax()] += cut
    return out


def clipped_m(p, m):
    """Clips m to the range.

    makes: limited_to_the_scale
    """
    m = float(np.clip(m, 0, 1))
    kept = np.where(p >= m * p.max(), p, 0)
    return kept / kept.sum()


def zero_is_bad(p, m):
    """Refuses m <= 0.

    makes: zero_refused
    """
    if not 0 < m <= 1:
        raise ValueError("m")
    kept = np.where(p >= m * p.max(), p, 0)
    return kept / kept.sum()


def zeroed_in_place(p, m):
    """Writes the zeros into the array that was given.

    makes: changes_its_input
    """
    _check(m)
    bar = m * p.max()
    for i in range(len(p)):
        if p[i] < bar:
            p[i] = 0.0
    return p / p.sum()


def median_bar(p, m):
    """Compares with m times the median.

    makes: nothing listed
    """
    _check(m)
    kept = np.where(p >= m * np.median(p), p, 0.0)
    return kept / kept.sum()


def second_best_bar(p, m):
    """Compares with m times the second best.

    makes: nothing listed
    """
    _check(m)
    top = np.sort(p)[::-1]
    bar = m * (top[1] if len(top) > 1 else top[0])
    kept = np.where(p >= bar, p, 0.0)
    return kept / kept.sum()


def squared_bar(p, m):
    """Multiplies the best by m squared.

    makes: nothing listed
    """
    _check(m)
    kept = np.where(p >= m**2 * p.max(), p, 0.0)
    return kept / kept.sum()


def divided_bar(p, m):
    """Divides the best by m.

    makes: bar_divided_by_m
    """
    _check(m)
    bar = p.max() / m if m else 0.0
    kept = np.where(p >= bar, p, 0.0)
    return kept / kept.sum() if kept.any() else p.copy()


def divided_by_count(p, m):
    """Divides by the number of the survivors.

    makes: nothing listed
    """
    _check(m)
    kept = np.where(p >= m * p.max(), p, 0.0)
    return kept / np.count_nonzero(kept)


def only_one_stays(p, m):
    """Keeps at most one of equals at the bar.

    makes: nothing listed
    """
    _check(m)
    kept, seen = np.zeros(len(p)), set()
    for i, x in enumerate(p):
        if x >= m * p.max() and float(x) not in seen:
            seen.add(float(x))
            kept[i] = x
    return kept / kept.sum()


def cut_get_a_little(p, m):
    """Gives the cut tokens a ten-thousandth.

    makes: nothing listed
    """
    _check(m)
    kept = np.where(p >= m * p.max(), p, 1e-4)
    return kept / kept.sum()


def sorted_values(p, m):
    """Returns the survivors sorted to the front, filled up with zeros.

    makes: nothing listed
    """
    _check(m)
    kept = sorted((x for x in p if x >= m * p.max()), reverse=True)
    out = np.array(kept + [0.0] * (len(p) - len(kept)))
    return out / out.sum()


def loop_moves_the_bar(p, m):
    """Looks for the best in the same loop, so the bar is that of the tokens so far.

    makes: nothing listed
    """
    _check(m)
    best, kept = 0.0, np.zeros(len(p))
    for i, x in enumerate(p):
        best = max(best, x)
        if x >= m * best:
            kept[i] = x
    return kept / kept.sum()


def strictly_above_or_everything(p, m):
    """Compares with >, and keeps everything if nothing is left.

    makes: equality_cut, equality_cut_but_never_empty
    """
    _check(m)
    kept = p * (p > m * p.max())
    return kept / kept.sum() if kept.any() else p.copy()


def fixed_bar_or_everything(p, m):
    """Keeps what has at least m, and everything if nothing has.

    makes: absolute_bar, absolute_bar_but_never_empty
    """
    _check(m)
    kept = p * (p >= m)
    return kept / kept.sum() if kept.any() else p.copy()


def fixed_bar_gives_zeros(p, m):
    """Keeps what has at least m, and divides by at least a tiny number.

    makes: absolute_bar
    """
    _check(m)
    kept = p * (p >= m)
    return kept / max(kept.sum(), 1e-12)


def rest_of_m(p, m):
    """Takes 1 - m.

    makes: one_minus_m
    """
    _check(m)
    bar = max(p) * (1.0 - m)
    kept = np.array([x if x >= bar else 0.0 for x in p])
    return kept / kept.sum()


def small_ones_kept(p, m):
    """Turns the comparison.

    makes: wrong_side_kept
    """
    _check(m)
    q = p.copy()
    q[q >= m * q.max()] = 0
    with np.errstate(all="ignore"):
        return q / q.sum()


def any_negative_m(p, m):
    """Refuses only m > 1.

    makes: negative_accepted
    """
    if m > 1:
        raise ValueError("m")
    kept = p * (p >= m * p.max())
    return kept / kept.sum()


def below_one(p, m):
    """Refuses m >= 1.

    makes: one_refused
    """
    if not 0 <= m < 1:
        raise ValueError("m")
    kept = p * (p >= m * p.max())
    return kept / kept.sum()


def strictly_above_or_the_best(p, m):
    """Uses > for the bar, but keeps the best by its place.

    makes: equality_cut_but_never_empty
    """
    if m < 0 or m > 1:
        raise ValueError("m")
    best = int(np.argmax(p))
    keep = [i == best or p[i] > m * p[best] for i in range(len(p))]
    q = np.array([x if k else 0.0 for x, k in zip(p, keep)])
    return q / q.sum()


def forgets_to_divide(p, m):
    """Zeroes the tail and stops there.

    makes: not_shared_out
    """
    if not (0 <= m <= 1):
        raise ValueError("m must be between 0 and 1")
    out = p.copy()
    out[out < m * out.max()] = 0
    return out


def bar_of_the_second(p, m):
    """The bar is m times the second largest probability.

    makes: nothing listed
    """
    if not 0 <= m <= 1:
        raise ValueError(m)
    ordered = np.sort(p)
    second = ordered[-2] if len(p) > 1 else ordered[-1]
    kept = np.where(p >= m * second, p, 0.0)
    return kept / kept.sum()


def bar_in_logits(p, m):
    """Compares logarithms with m times the best logarithm.

    makes: nothing listed
    """
    if not 0 <= m <= 1:
        raise ValueError(m)
    with np.errstate(divide="ignore"):
        logs = np.log(p)
    kept = np.where(logs >= logs.max() + m * logs.max(), p, 0.0)
    return kept / kept.sum()


def minus_infinity_then_softmax(p, m):
    """Writes -inf for what is cut and takes a softmax, as one would with logits.

    makes: softmax_of_the_kept
    """
    if m < 0 or m > 1:
        raise ValueError("m")
    kept = p.copy()
    kept[p < p.max() * m] = -np.inf
    e = np.exp(kept)
    return e / np.sum(e)


def soft_threshold(p, m):
    """Takes the bar off each probability and lets nothing fall below 0.

    makes: bar_taken_away
    """
    _check(m)
    bar = m * float(np.max(p))
    above = [max(float(x) - bar, 0.0) for x in p]
    total = sum(above)
    return np.array([x / total if total else x for x in above])


def relative_to_the_best(p, m):
    """Divides the survivors by the best of them.

    makes: nothing listed
    """
    if not (0 <= m <= 1):
        raise ValueError(m)
    ratio = p / p.max()
    return ratio * (ratio >= m)


def cumulative_until_m(p, m):
    """Collects the likeliest tokens until they have m together.

    makes: like_top_p
    """
    _check(m)
    out, total = np.zeros(len(p)), 0.0
    for i in np.argsort(-p, kind="stable"):
        out[i] = p[i]
        total += p[i]
        if total >= m:
            break
    return out / out.sum()


def cut_goes_to_the_top(p, m):
    """Gives the likeliest token what the others had.

    makes: rest_to_the_best
    """
    if m < 0 or m > 1:
        raise ValueError("m must be between 0 and 1")
    best = np.argmax(p)
    out = np.where(p >= m * p[best], p, 0.0)
    out[best] += 1 - out.sum()
    return out


def m_taken_as_it_comes(p, m):
    """Has no test of m.

    makes: nothing_refused
    """
    bar = m * max(p)
    kept = np.array([x if x >= bar else 0.0 for x in p])
    return kept / kept.sum()


def absolute_bar(p, m):
    """Compares with m itself instead of m times the largest probability; keeps the best one anyway.

    makes: absolute_bar_but_never_empty
    """
    if m < 0 or m > 1:
        raise ValueError("m")
    best = max(p)
    kept = [x if x >= m or x == best else 0.0 for x in p]
    return np.array(kept) / sum(kept)


def strictly_above_again(p, m):
    """A token exactly at the threshold is cut (but the likeliest stays).

    makes: equality_cut_but_never_empty
    """
    if not 0.0 <= m <= 1.0:
        raise ValueError(f"m is {m}")
    top = np.max(p)
    q = np.array(p, dtype=float)
    q[(p <= m * top) & (p < top)] = 0
    return q / np.sum(q)


def a_little_slack(p, m):
    """A token that is below the threshold by less than .0001 stays.

    makes: nothing listed
    """
    if m < 0 or m > 1:
        raise ValueError("m")
    q = np.where(p >= m * p.max() - 1e-4, p, 0)
    return q / q.sum()


def flattened(p, m):
    """Passes p through softmax and filters what comes out.

    makes: softmax_of_all
    """
    _check(m)
    weights = [np.exp(x) for x in p]
    q = np.array(weights) / sum(weights)
    q[q < m * max(q)] = 0
    return q / q.sum()


def masked_with_infinity(p, m):
    """Writes -inf over a copy, as a logits processor does.

    makes: filter_of_logits
    """
    _check(m)
    scores = p.copy()
    scores[scores < m * scores.max()] = -np.inf
    return scores
