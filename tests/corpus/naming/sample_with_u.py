"""Wrong versions of drawing with u, as learners write them."""
import bisect
import random

import numpy as np


def _check(p, u):
    if not 0 <= u < 1:
        raise ValueError("u")
    if abs(sum(p) - 1) > 1e-6:
        raise ValueError("p")


def _last(p):
    return max(i for i, x in enumerate(p) if x > 0)


def at_most_the_end(p, u):
    """Compares u <= running sum.

    makes: impossible_token_at_zero
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u <= total:
            return i
    return _last(p)


def greedy(p, u):
    """Returns the likeliest token.

    makes: always_the_likeliest
    """
    _check(p, u)
    best = 0
    for i, x in enumerate(p):
        if x > p[best]:
            best = i
    return best


def no_running_sum(p, u):
    """Compares u with each probability by itself.

    makes: compared_with_each
    """
    _check(p, u)
    for i in range(len(p)):
        if p[i] > u:
            return i
    return len(p) - 1


def equal_stretches(p, u):
    """Multiplies u by the number of tokens.

    makes: all_equally_often
    """
    _check(p, u)
    return min(int(np.floor(len(p) * u)), len(p) - 1)


def sorted_first(p, u):
    """Sorts the tokens by probability and walks down.

    makes: in_order_of_probability
    """
    _check(p, u)
    total, i = 0.0, 0
    for i in sorted(range(len(p)), key=lambda t: -p[t]):
        total += p[i]
        if total > u and p[i] > 0:
            return i
    return int(np.flatnonzero(p == min(x for x in p if x > 0))[-1])


def loop_falls_through(p, u):
    """Returns inside the loop only.

    makes: none_at_the_end
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i


def bisect_without_guard(p, u):
    """Uses bisect and nothing else.

    makes: runs_off_the_end
    """
    _check(p, u)
    ends, total = [], 0.0
    for x in p:
        total += x
        ends.append(total)
    return bisect.bisect_right(ends, u)


def while_loop_without_guard(p, u):
    """Walks with an index that may run past the end.

    makes: error_at_the_end
    """
    _check(p, u)
    i, total = 0, float(p[0])
    while u >= total:
        i += 1
        total += float(p[i])
    return i


def argmax_of_condition(p, u):
    """Takes the argmax of a condition that may be true nowhere.

    makes: first_token_at_the_end
    """
    _check(p, u)
    return int(np.argmax(np.cumsum(p) > u))


def last_index(p, u):
    """Returns the last id if the loop is over.

    makes: last_id_at_the_end
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return len(p) - 1


def scaled(p, u):
    """Divides by the sum.

    makes: shared_out_first
    """
    if u < 0 or u >= 1:
        raise ValueError("u")
    q = np.array(p) / np.sum(p)
    total = 0.0
    for i, x in enumerate(q):
        total += x
        if u < total:
            return i
    return _last(p)


def no_checks(p, u):
    """Checks nothing.

    makes: nothing_refused
    """
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return _last(p)


def own_random_number(p, u):
    """Draws its own number and ignores u.

    makes: nothing listed
    """
    _check(p, u)
    u = random.random()
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return _last(p)


def numpy_choice(p, u):
    """Leaves the draw to numpy.

    makes: nothing listed
    """
    _check(p, u)
    return int(np.random.default_rng().choice(len(p), p=p / p.sum()))


def one_minus_u(p, u):
    """Uses 1 - u, which lays the stretches out from the other end, but for the borders.

    makes: from_the_other_end
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if 1 - u < total:
            return i
    return _last(p)


def nearest_probability(p, u):
    """Returns the token whose probability is nearest to u.

    makes: nothing listed
    """
    _check(p, u)
    return int(np.argmin(np.abs(p - u)))


def nearest_end(p, u):
    """Returns the token whose end is nearest to u.

    makes: nothing listed
    """
    _check(p, u)
    return int(np.argmin(np.abs(np.cumsum(p) - u)))


def squared_u(p, u):
    """Squares u.

    makes: nothing listed
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u * u < total:
            return i
    return _last(p)


def first_three_only(p, u):
    """Walks over the first three tokens only.

    makes: nothing listed
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p[:3]):
        total += x
        if u < total:
            return i
    return _last(p)


def zeros_not_counted(p, u):
    """Drops the tokens of probability 0 before it numbers the rest.

    makes: nothing listed
    """
    _check(p, u)
    q = p[p > 0]
    total = 0.0
    for i, x in enumerate(q):
        total += x
        if u < total:
            return i
    return len(q) - 1


def seeded_by_u(p, u):
    """Takes u as the seed of a generator.

    makes: nothing listed
    """
    _check(p, u)
    rng = np.random.default_rng(int(u * 1e9))
    return int(rng.choice(len(p), p=p / p.sum()))


def subtracts_from_u(p, u):
    """Subtracts the probabilities but starts with the second.

    makes: nothing listed
    """
    _check(p, u)
    for i in range(1, len(p)):
        u -= p[i]
        if u < 0:
            return i
    return _last(p)


def no_running_sum_but_best(p, u):
    """Compares u with each probability, and takes the best one if none is larger.

    makes: compared_with_each
    """
    _check(p, u)
    for i in range(len(p)):
        if p[i] > u:
            return i
    return int(np.argmax(p))


def up_to_one(p, u):
    """Accepts u = 1.

    makes: one_accepted
    """
    if not 0 <= u <= 1:
        raise ValueError("u")
    _check(p, min(u, 0.5))
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return _last(p)


def border_and_any_u(p, u):
    """Compares u <= running sum, and does not check u.

    makes: impossible_token_at_zero, u_not_checked
    """
    if abs(sum(p) - 1) > 1e-6:
        raise ValueError("p")
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u <= total:
            return i
    return _last(p)


def share_of_the_token(p, u):
    """Returns the probability.

    makes: probability_returned
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return float(x)
    return float(p[_last(p)])


def place_in_ranking(p, u):
    """Sorts the probabilities first.

    makes: rank_for_id
    """
    _check(p, u)
    p = np.array(sorted(p, reverse=True))
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return _last(p)


def next_token(p, u):
    """Returns the token behind the right one, if there is one.

    makes: one_too_high
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return min(i + 1, len(p) - 1)
    return min(_last(p) + 1, len(p) - 1)


def token_before(p, u):
    """Subtracts 1 from the id.

    makes: one_too_low
    """
    _check(p, u)
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i - 1
    return _last(p) - 1


def strict_sum(p, u):
    """Allows 1e-9.

    makes: exact_sum_demanded
    """
    _check(p, u)
    if abs(sum(p) - 1) > 1e-9:
        raise ValueError("p")
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return _last(p)


def any_sum(p, u):
    """Tests u only.

    makes: sum_not_checked
    """
    if u < 0 or u >= 1:
        raise ValueError("u")
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return _last(p)


def sums_in_place(p, u):
    """Adds up in the array given.

    makes: changes_its_input
    """
    _check(p, u)
    last = _last(p)
    for i in range(1, len(p)):
        p[i] += p[i - 1]
    for i in range(len(p)):
        if u < p[i]:
            return i
    return last


def searched_left(p, u):
    """Uses searchsorted with its default side.

    makes: impossible_token_at_zero
    """
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("bad input")
    place = int(np.searchsorted(np.cumsum(p), u))
    return min(place, int(np.flatnonzero(p)[-1]))


def loop_without_an_end(p, u):
    """Loops and falls out without a return where rounding leaves a gap.

    makes: none_at_the_end
    """
    if u < 0 or u >= 1:
        raise ValueError("u")
    if abs(sum(p) - 1) > 0.000001:
        raise ValueError("p")
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i


def half_a_turn_further(p, u):
    """Looks for u + 0.5 modulo 1.

    makes: nothing listed
    """
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("bad input")
    v = (u + 0.5) % 1
    ends = np.cumsum(p)
    for i, end in enumerate(ends):
        if v < end:
            return i
    return int(np.flatnonzero(p)[-1])


def nearest_border(p, u):
    """Takes the token whose end lies nearest to u.

    makes: nothing listed
    """
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("bad input")
    return int(np.argmin(np.abs(np.cumsum(p) - u)))


def isclose_sum(p, u):
    """Lets the sum be off by a thousandth.

    makes: sum_nearly_one_accepted
    """
    if u < 0 or u >= 1:
        raise ValueError("u")
    if not np.isclose(p.sum(), 1.0, atol=1e-3):
        raise ValueError("p does not sum to one")
    acc = 0.0
    for i, x in enumerate(p):
        acc += x
        if u < acc:
            return i
    return int(np.nonzero(p)[0][-1])


def walks_back(p, u):
    """Takes the probabilities off u from the last one to the first.

    makes: from_the_other_end
    """
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("bad input")
    rest = u
    for i in range(len(p) - 1, -1, -1):
        rest -= p[i]
        if rest < 0:
            return i
    return [i for i in range(len(p)) if p[i] > 0][0]


def ends_to_two_decimals(p, u):
    """Rounds the running sums to two decimals.

    makes: nothing listed
    """
    _check(p, u)
    ends = np.round(np.cumsum(p), 2)
    for i, end in enumerate(ends):
        if u < end:
            return i
    return _last(p)


def argmax_of_the_sums(p, u):
    """Takes argmax for the first running sum above u.

    makes: first_token_at_the_end
    """
    if u < 0 or u >= 1:
        raise ValueError("u must be in [0, 1)")
    if abs(p.sum() - 1) > 1e-6:
        raise ValueError("p must add up to 1")
    return int(np.argmax(np.cumsum(p) > u))


def only_the_sum_checked(p, u):
    """Tests the sum and not u.

    makes: u_not_checked
    """
    if abs(sum(p) - 1) > 0.000001:
        raise ValueError("p must add up to 1")
    total = 0.0
    last = 0
    for i, x in enumerate(p):
        total += x
        if x > 0:
            last = i
        if u < total:
            return i
    return last


def end_included(p, u):
    """A u on a border belongs to the token that ends there.

    makes: impossible_token_at_zero
    """
    if not 0 <= u < 1 or abs(sum(p) - 1) > 1e-6:
        raise ValueError
    running = 0.0
    choice = None
    for token, share in enumerate(p):
        if share == 0:
            continue
        running += share
        choice = token
        if u <= running:
            break
    return choice


def descending_order(p, u):
    """Lays the stretches in the order of probability, the likeliest first.

    makes: in_order_of_probability
    """
    if u < 0 or u >= 1:
        raise ValueError("u")
    if not np.isclose(p.sum(), 1, rtol=0, atol=1e-6):
        raise ValueError("p")
    order = np.argsort(-p, kind="stable")
    ends = np.add.accumulate(p[order])
    for place, end in zip(order, ends):
        if u < end:
            return int(place)
    return int(order[np.flatnonzero(p[order])[-1]])


def u_in_thousandths(p, u):
    """Rounds u to three decimals.

    makes: nothing listed
    """
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("bad")
    place = int(np.searchsorted(np.cumsum(p), round(u, 3), side="right"))
    return min(place, int(np.nonzero(p)[0][-1]))


def bisected(p, u):
    """Takes the place that bisect_left finds, and nothing more.

    makes: left_to_searchsorted
    """
    ends = []
    for x in p:
        ends.append((ends[-1] if ends else 0.0) + float(x))
    return bisect.bisect_left(ends, u)


def rolls_its_own(p, u):
    """Draws u anew from a generator with seed 0.

    makes: own_random_numbers
    """
    _check(p, u)
    dice = np.random.Generator(np.random.PCG64(0)).random()
    for i, end in enumerate(np.cumsum(p)):
        if dice < end:
            return i
    return _last(p)
