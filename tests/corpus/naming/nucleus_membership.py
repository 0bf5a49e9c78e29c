"""Wrong versions of the nucleus, as learners write them."""
import numpy as np


def _check(top_p):
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p")


def _rank(p):
    return sorted(range(len(p)), key=lambda i: (-p[i], i))


def stops_before_it_is_full(p, top_p):
    """Adds a token only if the sum stays at or below top_p.

    makes: completing_token_missing
    """
    _check(top_p)
    if top_p == 1:
        return _rank(p)
    result, total = [], 0.0
    for i in _rank(p):
        if total + p[i] > top_p:
            break
        total += p[i]
        result.append(i)
    return result


def stops_before_but_keeps_one(p, top_p):
    """As above, but returns the best token if the list is empty.

    makes: completing_token_missing_but_never_empty
    """
    _check(top_p)
    if top_p == 1:
        return _rank(p)
    result, total = [], 0.0
    for i in _rank(p):
        if total + p[i] > top_p and result:
            break
        total += p[i]
        result.append(i)
    return result


def has_to_exceed(p, top_p):
    """Goes on while the sum is <= top_p.

    makes: more_than_top_p
    """
    _check(top_p)
    ranked = _rank(p)
    if top_p == 1:
        return ranked
    n, total = 0, 0.0
    while n < len(p) and total <= top_p:
        total += p[ranked[n]]
        n += 1
    return ranked[:n]


def never_sorted(p, top_p):
    """Walks through the ids without sorting.

    makes: walked_in_id_order
    """
    _check(top_p)
    out, s = [], 0.0
    for i in range(len(p)):
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return out


def sorted_upwards(p, top_p):
    """Sorts from the smallest.

    makes: least_likely_first
    """
    _check(top_p)
    ranked = sorted(range(len(p)), key=lambda i: (p[i], i))
    if top_p == 1:
        return ranked
    out, s = [], 0.0
    for i in ranked:
        out.append(i)
        s += p[i]
        if s >= top_p:
            break
    return out


def sorted_then_reversed(p, top_p):
    """Reverses an upward argsort, which turns equals round.

    makes: higher_id_first
    """
    _check(top_p)
    order = np.argsort(p, kind="stable")[::-1]
    if top_p == 1:
        return order.tolist()
    s, out = 0.0, []
    for i in order:
        out.append(int(i))
        s += p[i]
        if s >= top_p:
            break
    return out


def count_plus_one(p, top_p):
    """Counts with searchsorted and adds 2.

    makes: one_too_many
    """
    _check(top_p)
    ranked = _rank(p)
    if top_p == 1:
        return ranked
    s, n = 0.0, 0
    for i in ranked:
        if s >= top_p:
            break
        s += p[i]
        n += 1
    return ranked[: n + 1]


def ids_in_order(p, top_p):
    """Collects the members in a mask and lists them by id.

    makes: sorted_by_id
    """
    _check(top_p)
    inside, s = np.zeros(len(p), dtype=bool), 0.0
    for i in _rank(p):
        if s >= top_p and top_p != 1:
            break
        inside[i] = True
        s += p[i]
    return [int(i) for i in np.where(inside)[0]]


def values_not_ids(p, top_p):
    """Returns the probabilities of the members.

    makes: probabilities_returned
    """
    _check(top_p)
    out, s = [], 0.0
    for x in sorted(p.tolist(), reverse=True):
        if s >= top_p and top_p < 1:
            break
        out.append(x)
        s += x
    return out


def range_of_the_count(p, top_p):
    """Returns range(count).

    makes: ranks_for_ids
    """
    _check(top_p)
    s, n = 0.0, 0
    for x in sorted(p.tolist(), reverse=True):
        if s >= top_p and top_p < 1:
            break
        s += x
        n += 1
    return list(range(n))


def no_test_for_bad_values(p, top_p):
    """Accepts every top_p; the loop keeps at least one.

    makes: anything_accepted_but_never_empty
    """
    out, s = [], 0.0
    for i in _rank(p):
        out.append(i)
        s += p[i]
        if s >= top_p and top_p < 1:
            break
    return out


def at_most_three(p, top_p):
    """Keeps at most three tokens.

    makes: nothing listed
    """
    _check(top_p)
    ranked = _rank(p)
    out, s = [], 0.0
    for i in ranked[:3]:
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return out


def rest_instead(p, top_p):
    """Returns the tokens outside the nucleus.

    makes: nothing listed
    """
    _check(top_p)
    ranked = _rank(p)
    s, n = 0.0, 0
    for i in ranked:
        if s >= top_p and top_p < 1:
            break
        s += p[i]
        n += 1
    return ranked[n:]


def total_of_squares(p, top_p):
    """Adds up the squares.

    makes: nothing listed
    """
    _check(top_p)
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i] ** 2
    return out


def one_based_ids(p, top_p):
    """Counts the ids from 1.

    makes: nothing listed
    """
    _check(top_p)
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.append(i + 1)
        s += p[i]
    return out


def reversed_members(p, top_p):
    """Lists the members from the least likely.

    makes: nothing listed
    """
    _check(top_p)
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.insert(0, i)
        s += p[i]
    return out


def equals_together(p, top_p):
    """Keeps all tokens as likely as the last one.

    makes: nothing listed
    """
    _check(top_p)
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1 and p[i] != p[out[-1]]:
            break
        out.append(i)
        s += p[i]
    return out


def default_list(p, top_p, out=[]):
    """Collects in a default list, which is never emptied.

    makes: nothing listed
    """
    _check(top_p)
    s = 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return list(out)


def index_of_value(p, top_p):
    """Looks the ids up by their value, so equals all get the first id.

    makes: nothing listed
    """
    _check(top_p)
    values = p.tolist()
    out, s = [], 0.0
    for x in sorted(values, reverse=True):
        if s >= top_p and top_p < 1:
            break
        out.append(values.index(x))
        s += x
    return out


def bar_of_half(p, top_p):
    """Stops at half of top_p.

    makes: nothing listed
    """
    _check(top_p)
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p / 2 and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return out


def single_tokens_or_best(p, top_p):
    """Keeps tokens of at least top_p, or the best one.

    makes: each_at_least_top_p
    """
    _check(top_p)
    if top_p == 1:
        return _rank(p)
    return [i for i in _rank(p) if p[i] >= top_p] or _rank(p)[:1]


def zero_is_one_token(p, top_p):
    """Refuses only a negative top_p, or one above 1.

    makes: zero_keeps_one
    """
    if top_p < 0 or top_p > 1:
        raise ValueError("top_p")
    out, s = [], 0.0
    for i in _rank(p):
        out.append(i)
        s += p[i]
        if s >= top_p and top_p < 1:
            break
    return out


def bar_for_each(p, top_p):
    """Keeps tokens of at least 1 - top_p.

    makes: each_at_least_the_rest
    """
    _check(top_p)
    return [i for i in _rank(p) if p[i] >= 1 - top_p or top_p == 1]


def share_of_tokens(p, top_p):
    """Keeps top_p of the tokens.

    makes: share_of_the_vocabulary
    """
    _check(top_p)
    n = -int(-(top_p * len(p)) // 1)
    return _rank(p)[:n]


def nothing_for_zero(p, top_p):
    """Refuses only a negative top_p, or one above 1; 0 gives nothing.

    makes: zero_gives_nothing
    """
    if top_p < 0 or top_p > 1:
        raise ValueError("top_p")
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return out


def above_one(p, top_p):
    """Refuses top_p <= 0.

    makes: above_one_accepted
    """
    if top_p <= 0:
        raise ValueError("top_p")
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return out


def no_case_for_one(p, top_p):
    """Drops tokens of probability 0 where top_p is 1.

    makes: zeros_dropped_at_one
    """
    _check(top_p)
    out, s = [], 0.0
    for i in _rank(p):
        if s >= top_p and top_p < 1:
            break
        out.append(i)
        s += p[i]
    return [i for i in out if p[i] > 0 or top_p < 1]


def close_is_enough(p, top_p):
    """Ends where the sum is close to top_p by numpy's measure.

    makes: nearly_top_p_is_enough
    """
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p")
    order = sorted(range(len(p)), key=lambda i: (-p[i], i))
    if top_p == 1.0:
        return order
    out, total = [], 0.0
    for i in order:
        out.append(i)
        total += p[i]
        if total > top_p or np.isclose(total, top_p):
            break
    return out


def four_decimals_first(p, top_p):
    """Rounds the probabilities to four decimals, to be safe from tiny differences.

    makes: rounded_first
    """
    _check(top_p)
    rounded = np.round(p, 4)
    order = np.argsort(-rounded, kind="stable")
    if top_p == 1:
        return [int(i) for i in order]
    ids, mass = [], 0.0
    for i in order:
        if mass >= top_p:
            break
        ids.append(int(i))
        mass = round(mass + rounded[i], 4)
    return ids


def two_at_least(p, top_p):
    """Keeps at least two tokens, as a library's min_tokens_to_keep can.

    makes: nothing listed
    """
    _check(top_p)
    order = np.lexsort((np.arange(len(p)), -p)).tolist()
    if top_p == 1:
        return order
    n, mass = 0, 0.0
    while n < len(order) and (mass < top_p or n < 2):
        mass += float(p[order[n]])
        n += 1
    return order[:n]


def ninety_nine_is_all(p, top_p):
    """Takes top_p of .99 and more for off.

    makes: nearly_one_taken_for_off
    """
    _check(top_p)
    order = np.argsort(-p, kind="stable").tolist()
    if top_p >= 0.99:
        return order
    out, total = [], 0.0
    for i in order:
        out.append(i)
        total += p[i]
        if total >= top_p:
            return out
    return out


def rounded_to_four(p, top_p):
    """Rounds to four decimals to be safe.

    makes: rounded_first
    """
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p must be in (0, 1]")
    if top_p == 1:
        return [int(i) for i in np.argsort(-p, kind="stable")]
    total = 0
    result = []
    for i in sorted(range(len(p)), key=lambda i: -p[i]):
        result.append(i)
        total += round(float(p[i]), 4)
        if total >= top_p:
            break
    return result


def share_of_the_best(p, top_p):
    """Keeps the tokens that have top_p of what the likeliest has.

    makes: nothing listed
    """
    if not 0 < top_p <= 1:
        raise ValueError("top_p must be in (0, 1]")
    order = [int(i) for i in np.argsort(-p, kind="stable")]
    if top_p == 1:
        return order
    bar = top_p * p[order[0]]
    return [i for i in order if p[i] >= bar]


def nothing_at_all(p, top_p):
    """Returns the list that it began with.

    makes: nothing_kept
    """
    kept, total, ranked = [], 0.0, sorted(range(len(p)), key=lambda i: -p[i])
    while total > top_p:
        kept.append(ranked.pop(0))
        total += p[kept[-1]]
    return kept


def before_the_line(p, top_p):
    """Leaves out the token that completes the sum, but keeps at least one.

    makes: completing_token_missing_but_never_empty
    """
    if not 0 < top_p <= 1:
        raise ValueError("top_p")
    order = np.argsort(-p, kind="stable").tolist()
    if top_p == 1:
        return order
    chosen, total = [], 0.0
    for token in order:
        total += p[token]
        if total > top_p + 1e-12 and chosen:
            break
        chosen.append(token)
    return chosen


def higher_id_first(p, top_p):
    """Among equals the higher id comes first (a reversed ascending sort).

    makes: higher_id_first
    """
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p has to be a share")
    ranking = sorted(range(len(p)), key=lambda i: p[i])[::-1]
    if top_p == 1:
        return ranking
    sums = np.cumsum(p[ranking])
    n = 1 + int(np.sum(sums < top_p - 1e-12))
    return ranking[:n]


def higher_first_and_any_top_p(p, top_p):
    """The higher id first among equals, and no top_p is refused.

    makes: higher_id_first, anything_accepted, anything_accepted_but_never_empty
    """
    order = np.argsort(p, kind="stable")[::-1]
    if top_p == 1:
        return order.tolist()
    sums = np.cumsum(p[order])
    enough = np.flatnonzero(sums >= top_p - 1e-12)
    n = enough[0] + 1 if len(enough) else len(p)
    return [int(i) for i in order[:n]]


def candidates_only(p, top_p):
    """Sorts only what is above llama2.c's cutoff.

    makes: cutoff_before_sorting
    """
    _check(top_p)
    if top_p == 1:
        return _rank(p)
    cutoff = (1 - top_p) / (len(p) - 1) if len(p) > 1 else 0
    result, total = [], 0.0
    for i in _rank(p):
        if p[i] < cutoff or total >= top_p:
            break
        result.append(i)
        total += p[i]
    return result
