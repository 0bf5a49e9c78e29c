"""Wrong versions of top-k, as learners write them."""
import numpy as np


def _check(k):
    if k < 0:
        raise ValueError("k must not be negative")


def _best(p, k):
    return sorted(range(len(p)), key=lambda i: (-p[i], i))[:k]


def not_divided(p, k):
    """Copies the best k into zeros.

    makes: not_shared_out
    """
    _check(k)
    out = np.zeros_like(p)
    for i in _best(p, k or len(p)):
        out[i] = p[i]
    return out


def slice_of_p(p, k):
    """Sets everything from place k on to 0.

    makes: first_k_ids
    """
    _check(k)
    out = p.copy()
    if k:
        out[k:] = 0
    return out / out.sum()


def upward_sort(p, k):
    """Keeps the first k of an upward sort.

    makes: smallest_k
    """
    _check(k)
    if k == 0:
        return p.copy()
    out = np.zeros(len(p))
    for i in sorted(range(len(p)), key=lambda i: (p[i], i))[:k]:
        out[i] = p[i]
    return out / out.sum()


def threshold(p, k):
    """Keeps everything from the k-th largest value up.

    makes: all_ties_kept
    """
    _check(k)
    if k == 0 or k >= len(p):
        return p.copy()
    bar = sorted(p.tolist(), reverse=True)[k - 1]
    out = np.array([x if x >= bar else 0.0 for x in p])
    return out / out.sum()


def argsort_from_behind(p, k):
    """Takes the last k of a stable upward argsort.

    makes: higher_id_first
    """
    _check(k)
    if k == 0 or k >= len(p):
        return p.copy()
    out = np.zeros(len(p))
    keep = np.argsort(p, kind="stable")[-k:]
    out[keep] = p[keep]
    return out / out.sum()


def k_plus_one(p, k):
    """Keeps while the rank is <= k.

    makes: one_too_many
    """
    _check(k)
    out = np.zeros(len(p))
    for rank, i in enumerate(_best(p, len(p))):
        if rank <= k or k == 0:
            out[i] = p[i]
    return out / out.sum()


def uniform_survivors(p, k):
    """Gives each of the k best 1 / k.

    makes: all_equal
    """
    _check(k)
    best = _best(p, k or len(p))
    return np.array([1 / len(best) if i in best else 0.0 for i in range(len(p))])


def equal_parts_added(p, k):
    """Adds an equal part of the rest to each survivor.

    makes: rest_shared_equally
    """
    _check(k)
    best = _best(p, k or len(p))
    rest = 1 - sum(p[i] for i in best)
    out = np.zeros(len(p))
    for i in best:
        out[i] = p[i] + rest / len(best)
    return out


def k_of_them(p, k):
    """Returns only the k best.

    makes: only_the_kept
    """
    _check(k)
    best = _best(p, k or len(p))
    total = sum(float(p[i]) for i in best)
    return [float(p[i]) / total for i in best]


def zero_forgotten(p, k):
    """Has no case for k = 0 and divides 0 by 0.

    makes: zero_divides
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, k)
    out[best] = p[best]
    with np.errstate(all="ignore"):
        return out / out.sum()


def not_positive_is_off(p, k):
    """Takes k <= 0 as off.

    makes: negative_is_off
    """
    if k <= 0:
        return p.copy()
    out = np.zeros(len(p))
    best = _best(p, k)
    out[best] = p[best]
    return out / out.sum()


def cut_in_place(p, k):
    """Sets the others to 0 in the array given.

    makes: changes_its_input
    """
    _check(k)
    if k == 0:
        return p.copy()
    best = set(_best(p, k))
    for i in range(len(p)):
        if i not in best:
            p[i] = 0
    return p / p.sum()


def always_three(p, k):
    """Keeps three whatever k is, as the title says.

    makes: nothing listed
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, 3)
    out[best] = p[best]
    return out / out.sum()


def k_as_share(p, k):
    """Takes k as a divisor: keeps V // k tokens.

    makes: nothing listed
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, max(1, len(p) // k) if k else len(p))
    out[best] = p[best]
    return out / out.sum()


def divided_by_k(p, k):
    """Divides the survivors by k.

    makes: nothing listed
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, k or len(p))
    out[best] = p[best]
    return out / len(best)


def divided_by_all(p, k):
    """Divides by the largest probability.

    makes: nothing listed
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, k or len(p))
    out[best] = p[best]
    return out / out.max()


def sorted_back_wrongly(p, k):
    """Writes the kept values to the places in reversed order.

    makes: nothing listed
    """
    _check(k)
    best = _best(p, k or len(p))
    out = np.zeros(len(p))
    out[best] = p[best[::-1]]
    return out / out.sum()


def zero_probabilities_dropped(p, k):
    """Does not count tokens that are equally likely twice.

    makes: nothing listed
    """
    _check(k)
    values = sorted(set(p.tolist()), reverse=True)[: k or None]
    out = np.array([x if x in values else 0.0 for x in p])
    return out / out.sum()


def cut_share_kept(p, k):
    """Leaves a hundredth of the cut tokens.

    makes: nothing listed
    """
    _check(k)
    out = p * 0.01
    best = _best(p, k or len(p))
    out[best] = p[best]
    return out / out.sum()


def rest_to_the_last(p, k):
    """Gives the rest to the weakest survivor.

    makes: nothing listed
    """
    _check(k)
    best = _best(p, k or len(p))
    out = np.zeros(len(p))
    out[best] = p[best]
    out[best[-1]] += 1 - out.sum()
    return out


def k_last_survives(p, k):
    """Keeps only the k-th token.

    makes: nothing listed
    """
    _check(k)
    if k == 0:
        return p.copy()
    out = np.zeros(len(p))
    out[_best(p, k)[-1]] = 1.0
    return out


def zero_gives_zeros(p, k):
    """Keeps nothing for k = 0, and divides by 0 with nan_to_num.

    makes: zero_keeps_nothing
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, k)
    out[best] = p[best]
    with np.errstate(all="ignore"):
        return np.nan_to_num(out / out.sum())


def large_k(p, k):
    """Looks at the k-th value without asking whether there is one.

    makes: large_k_out_of_range
    """
    _check(k)
    if k == 0:
        return p.copy()
    ranked = _best(p, len(p))
    ranked[k - 1]
    out = np.zeros(len(p))
    for i in ranked[:k]:
        out[i] = p[i]
    return out / out.sum()


def kept_then_sorted(p, k):
    """Sorts what is kept to the front.

    makes: sorted_result
    """
    _check(k)
    best = _best(p, k or len(p))
    total = sum(p[i] for i in best)
    return np.array([p[i] / total for i in best] + [0.0] * (len(p) - len(best)))


def behind_and_off(p, k):
    """Keeps the higher id of equals, and takes a negative k as off.

    makes: higher_id_first, negative_is_off
    """
    if k <= 0 or k >= len(p):
        return p.copy()
    out = np.zeros(len(p))
    for i in sorted(range(len(p)), key=lambda i: (p[i], i))[-k:]:
        out[i] = p[i]
    return out / out.sum()


def exp_of_the_kept(p, k):
    """Takes a softmax of the kept probabilities.

    makes: softmax_of_the_kept
    """
    _check(k)
    out = np.zeros(len(p))
    best = _best(p, k or len(p))
    out[best] = np.exp(p[best])
    return out / out.sum()


def first_gets_the_rest(p, k):
    """Gives the rest to the best.

    makes: rest_to_the_best
    """
    _check(k)
    best = _best(p, k or len(p))
    out = np.zeros(len(p))
    out[best] = p[best]
    out[best[0]] = 1 - out[best[1:]].sum()
    return out


def no_zero(p, k):
    """Refuses k < 1.

    makes: zero_refused
    """
    if k < 1:
        raise ValueError("k")
    out = np.zeros(len(p))
    best = _best(p, k)
    out[best] = p[best]
    return out / out.sum()


def not_above_V(p, k):
    """Refuses k > V.

    makes: large_k_refused
    """
    if not 0 <= k <= len(p):
        raise ValueError("k")
    out = np.zeros(len(p))
    best = _best(p, k or len(p))
    out[best] = p[best]
    return out / out.sum()


def threshold_of_the_kth(p, k):
    """Keeps everything as likely as the k-th.

    makes: all_ties_kept
    """
    if k < 0:
        raise ValueError("k")
    if k == 0 or k >= len(p):
        return p.copy()
    kth = sorted(p, reverse=True)[k - 1]
    kept = np.where(p >= kth, p, 0)
    return kept / kept.sum()


def argsort_from_the_back(p, k):
    """Takes argsort(p)[-k:], where later ids win.

    makes: higher_id_first
    """
    if k < 0:
        raise ValueError("k")
    if k == 0:
        k = len(p)
    keep = np.argsort(p, kind="stable")[-k:]
    out = np.zeros(len(p))
    out[keep] = p[keep]
    return out / out.sum()


def share_of_k_in_a_hundred(p, k):
    """Takes k for a percentage of the vocabulary.

    makes: nothing listed
    """
    if k < 0:
        raise ValueError("k")
    n = len(p) if k == 0 else max(1, len(p) * k // 100)
    order = np.argsort(-p, kind="stable")[:n]
    out = np.zeros(len(p))
    out[order] = p[order]
    return out / out.sum()


def squares_shared_out(p, k):
    """Squares the kept probabilities before sharing out, to favor the best.

    makes: nothing listed
    """
    if k < 0:
        raise ValueError("k")
    order = np.argsort(-p, kind="stable")[: k or len(p)]
    out = np.zeros(len(p))
    out[order] = p[order] ** 2
    return out / out.sum()


def slice_ends_before_k(p, k):
    """Ends the slice of the ranking at k - 1.

    makes: one_too_few
    """
    if k < 0:
        raise ValueError("k")
    if k == 0 or k >= len(p):
        return np.array(p)
    ranking = sorted(range(len(p)), key=lambda i: (-p[i], i))
    best = ranking[: k - 1]
    out = np.zeros_like(p)
    for i in best:
        out[i] = p[i]
    total = out.sum()
    return out / total if total > 0 else out


def slice_of_the_ranking(p, k):
    """Slices the ranking with whatever k is.

    makes: negative_cuts_the_tail
    """
    ranking = np.lexsort((np.arange(len(p)), -p))
    chosen = ranking[:k] if k != 0 else ranking
    mask = np.isin(np.arange(len(p)), chosen)
    return np.where(mask, p, 0.0) / p[mask].sum()


def four_decimals_at_the_end(p, k):
    """Rounds the new probabilities to four decimals.

    makes: nothing listed
    """
    _check(k)
    if k == 0:
        return p.copy()
    keep = np.argsort(-p, kind="stable")[:k]
    out = np.zeros(len(p))
    out[keep] = np.round(p[keep] / p[keep].sum(), 4)
    return out


def k_steps_down_the_ranking(p, k):
    """Walks k steps, also where there are fewer tokens.

    makes: large_k_out_of_range
    """
    if k < 0:
        raise ValueError("k must not be negative")
    if k == 0:
        return p.copy()
    order = np.argsort(-p, kind="stable")
    result = np.zeros(len(p))
    for j in range(k):
        result[order[j]] = p[order[j]]
    return result / result.sum()


def last_k_of_argsort(p, k):
    """Takes the last k of an ascending order.

    makes: higher_id_first
    """
    if k < 0:
        raise ValueError("k must not be negative")
    if k == 0 or k >= len(p):
        return p.copy()
    top = np.argsort(p)[-k:]
    out = np.zeros_like(p)
    out[top] = p[top]
    return out / out.sum()


def ties_all_stay(p, k):
    """Keeps everything that is at least as likely as the k-th, so equals make more than k.

    makes: all_ties_kept
    """
    if k < 0:
        raise ValueError("k")
    if k == 0 or k >= p.size:
        return p / p.sum()
    bar = np.partition(p, -k)[-k]
    q = np.where(p < bar, 0.0, p)
    return q / np.sum(q)


def not_renormalized(p, k):
    """Cuts, and leaves the others as they were.

    makes: not_shared_out
    """
    if k < 0:
        raise ValueError("k is negative")
    n = len(p)
    if k == 0:
        k = n
    ranked = sorted(enumerate(p), key=lambda pair: pair[1], reverse=True)
    out = np.zeros(n)
    for i, share in ranked[:k]:
        out[i] = share
    return out


def ties_and_old_values(p, k):
    """Keeps all ties and does not renormalize.

    makes: all_ties_kept, not_shared_out
    """
    if k < 0:
        raise ValueError("k")
    if k == 0 or k > len(p):
        return p.copy()
    return np.where(p >= sorted(p)[-k], p, 0.0)


def usual_sort(p, k):
    """Negates p in a loop and sorts it with numpy's default.

    makes: ties_by_chance
    """
    _check(k)
    if k == 0 or k >= len(p):
        return np.array(p)
    ids = np.argsort(np.array([-x for x in p]))
    out = np.zeros(len(p))
    for i in ids[:k]:
        out[i] = p[i]
    return out / sum(out)
