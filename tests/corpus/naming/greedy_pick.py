"""Wrong versions of the greedy pick, as learners write them."""
import math

import numpy as np


def _check(logits):
    if len(logits) == 0 or any(math.isnan(z) for z in logits) or max(logits) == -math.inf:
        raise ValueError("no token")


def loop_with_at_least(logits):
    """The loop replaces the best one at >=.

    makes: last_of_equals
    """
    _check(logits)
    best, where = -math.inf, None
    for i, z in enumerate(logits):
        if z >= best:
            best, where = z, i
    return where


def end_of_argsort(logits):
    """Takes the end of a stable argsort.

    makes: last_of_equals
    """
    _check(logits)
    return int(np.argsort(logits, kind="stable")[-1])


def list_of_winners(logits):
    """Returns every id whose score is the maximum.

    makes: all_of_equals
    """
    _check(logits)
    return [i for i in range(len(logits)) if logits[i] == max(logits)]


def lowest_score(logits):
    """Looks for the minimum with index().

    makes: smallest
    """
    _check(logits)
    values = list(logits)
    return values.index(min(values))


def just_max(logits):
    """Returns max(logits).

    makes: score_returned
    """
    _check(logits)
    return float(max(logits))


def human_counting(logits):
    """Enumerates from 1.

    makes: counted_from_one
    """
    _check(logits)
    best = max(logits)
    for i, z in enumerate(logits, start=1):
        if z == best:
            return i
    return None


def indicator(logits):
    """Returns a list of 1.0 for the first best and 0.0 for the others.

    makes: one_hot_returned
    """
    _check(logits)
    best = int(np.argmax(logits))
    return np.array([1.0 if i == best else 0.0 for i in range(len(logits))])


def best_starts_at_zero(logits):
    """Starts the search with best = 0.

    makes: search_starts_from_zero
    """
    _check(logits)
    best, token = 0, 0
    for i, z in enumerate(logits):
        if z > best:
            best = z
            token = i
    return token


def minus_thousand(logits):
    """Starts the search with best = -1000.

    makes: search_starts_from_low_number
    """
    _check(logits)
    best, token = -1000.0, 0
    for i in range(len(logits)):
        if logits[i] > best:
            best, token = logits[i], i
    return token


def nan_ignored(logits):
    """Drops nan with nanargmax.

    makes: nan_skipped
    """
    if len(logits) == 0 or np.isnan(logits).all() or np.nanmax(logits) == -np.inf:
        raise ValueError("nothing")
    return int(np.nanargmax(logits))


def second_best(logits):
    """Returns the second best token.

    makes: nothing listed
    """
    _check(logits)
    order = np.argsort(-logits, kind="stable")
    return int(order[1]) if len(order) > 1 else int(order[0])


def later_ones_favoured(logits):
    """Adds the place to every score.

    makes: nothing listed
    """
    _check(logits)
    return int(np.argmax(logits + np.arange(len(logits))))


def always_zero(logits):
    """Returns 0, which fits the example.

    makes: nothing listed
    """
    _check(logits)
    return 0


def rounds_first(logits):
    """Rounds the scores to whole numbers before the search.

    makes: nothing listed
    """
    _check(logits)
    return int(np.argmax(np.round(logits)))


def skips_the_last(logits):
    """The loop ends before the last token.

    makes: nothing listed
    """
    _check(logits)
    best = 0
    for i in range(1, len(logits) - 1):
        if logits[i] > logits[best]:
            best = i
    return best


def compares_neighbours(logits):
    """Compares each score with the one before it instead of the best.

    makes: nothing listed
    """
    _check(logits)
    best = 0
    for i in range(1, len(logits)):
        if logits[i] > logits[i - 1]:
            best = i
    return best


def sampled(logits):
    """Draws from softmax instead of taking the best.

    makes: nothing listed
    """
    _check(logits)
    e = np.exp(logits - np.max(logits))
    return int(np.random.choice(len(logits), p=e / e.sum()))


def text_returned(logits):
    """Returns the id as a text.

    makes: nothing listed
    """
    _check(logits)
    return str(int(np.argmax(logits)))


def raises_type_error(logits):
    """Refuses with TypeError.

    makes: nothing listed
    """
    if len(logits) == 0 or np.isnan(logits).any() or np.isneginf(logits).all():
        raise TypeError("no token to pick")
    return int(np.argmax(logits))


def zero_start_gives_none(logits):
    """Starts with best = 0 and no token.

    makes: search_starts_from_zero
    """
    _check(logits)
    best, token = 0, None
    for i, z in enumerate(logits):
        if z > best:
            best, token = z, i
    return token


def million_start(logits):
    """Starts with best = -100 and token -1.

    makes: search_starts_from_low_number
    """
    _check(logits)
    best, token = -100.0, -1
    for i, z in enumerate(logits):
        if z > best:
            best, token = z, i
    return token


def none_without_a_choice(logits):
    """Returns None where there is nothing to pick; nan is refused.

    makes: none_where_there_is_no_choice
    """
    token = None
    for i, z in enumerate(logits):
        if z != z:
            raise ValueError("nan")
        if z > -math.inf and (token is None or z > logits[token]):
            token = i
    return token


def last_equal_and_nan(logits):
    """Takes the last of equals, and does not look for nan.

    makes: last_of_equals, nan_wins
    """
    if len(logits) == 0 or np.isneginf(logits).all():
        raise ValueError("no token")
    return len(logits) - 1 - int(np.argmax(logits[::-1]))


def decimal_id(logits):
    """Returns a float.

    makes: float_returned
    """
    _check(logits)
    values = logits.tolist()
    return values.index(max(values)) / 1


def banned_is_fine(logits):
    """Accepts an array of banned tokens.

    makes: all_banned_accepted
    """
    if len(logits) == 0 or np.isnan(logits).any():
        raise ValueError("bad")
    best = 0
    for i, z in enumerate(logits):
        if z > logits[best]:
            best = i
    return best


def minus_one_for_empty(logits):
    """Starts with -1 and accepts an empty array.

    makes: empty_accepted
    """
    if len(logits) == 0:
        return -1
    _check(logits)
    return int(np.argmax(logits))


def starts_at_nought(logits):
    """Loops with best = 0 and refuses what must be refused.

    makes: search_starts_from_zero
    """
    if len(logits) == 0 or np.isnan(logits).any() or np.all(np.isneginf(logits)):
        raise ValueError("nothing to pick")
    best, at = 0, 0
    for i, x in enumerate(logits):
        if x > best:
            best, at = x, i
    return at


def equal_or_larger(logits):
    """Loops with >=.

    makes: last_of_equals
    """
    if len(logits) == 0 or np.isnan(logits).any() or np.all(logits == -np.inf):
        raise ValueError
    at = 0
    for i in range(len(logits)):
        if logits[i] >= logits[at]:
            at = i
    return at


def furthest_above_its_neighbour(logits):
    """Picks the token that stands out most from the one before it.

    makes: nothing listed
    """
    if len(logits) == 0 or np.isnan(logits).any() or np.all(logits == -np.inf):
        raise ValueError
    x = np.where(np.isfinite(logits), logits, -1e9)
    return int(np.argmax(x - np.concatenate([[x[0]], x[:-1]])))


def stops_when_it_falls(logits):
    """Stops the search at the first score that is lower than the best so far.

    makes: nothing listed
    """
    if len(logits) == 0 or np.isnan(logits).any() or np.all(logits == -np.inf):
        raise ValueError
    at = 0
    for i in range(1, len(logits)):
        if logits[i] > logits[at]:
            at = i
        elif logits[i] < logits[at]:
            break
    return at


def key_is_abs(logits):
    """Takes the maximum by abs, and leaves banned tokens out.

    makes: largest_absolute_value
    """
    candidates = [i for i, z in enumerate(logits) if z != float("-inf")]
    if not candidates or any(z != z for z in logits):
        raise ValueError("nothing to pick")
    return max(candidates, key=lambda i: abs(logits[i]))


def where_banned_zero(logits):
    """Writes 0 for -inf to get rid of the infinities, then takes the argmax.

    makes: banned_as_zero
    """
    a = np.array(logits, dtype=float)
    if a.size == 0 or np.isnan(a).any() or (a == -np.inf).all():
        raise ValueError("no choice")
    a[np.isinf(a)] = 0
    return int(a.argmax())


def special_token_skipped(logits):
    """Leaves token 0 out, which is padding in the model that the author knows.

    makes: nothing listed
    """
    _check(logits)
    if len(logits) == 1:
        return 0
    return 1 + int(np.argmax(logits[1:]))


def max_function_with_nan(logits):
    """Looks for nan in what Python's max gives.

    makes: nan_missed_by_the_maximum
    """
    values = [float(x) for x in logits]
    if not values:
        raise ValueError("empty")
    best = max(values)
    if best != best or best == -math.inf:
        raise ValueError("nothing to choose")
    return values.index(best)


def sorted_in_place(logits):
    """Sorts the array to find the largest, when the id is known.

    makes: changes_its_input
    """
    _check(logits)
    best = int(np.argmax(logits))
    logits.sort()
    return best


def maximum_of_python(logits):
    """Asks whether the result of max is nan.

    makes: nan_missed_by_the_maximum
    """
    if len(logits) == 0:
        raise ValueError("empty")
    best = max(logits)
    if np.isnan(best) or best == -np.inf:
        raise ValueError("no valid logit")
    for i in range(len(logits)):
        if logits[i] == best:
            return i


def every_infinity_refused(logits):
    """Refuses whatever is not finite, a single banned token too.

    makes: one_banned_token_refused
    """
    if logits.size == 0 or not np.isfinite(logits).all():
        raise ValueError("logits must be finite")
    return int(np.argmax(logits))


def last_of_equals(logits):
    """Of several equal largest logits the last is taken (>= in a loop).

    makes: last_of_equals
    """
    if len(logits) == 0 or any(z != z for z in logits):
        raise ValueError("no choice")
    best, leader = -float("inf"), None
    for token, z in enumerate(logits):
        if z >= best and z != -float("inf"):
            best, leader = z, token
    if leader is None:
        raise ValueError("all banned")
    return leader


def nan_is_ignored(logits):
    """Picks the largest logit that is not nan instead of refusing.

    makes: nan_skipped
    """
    usable = [i for i in range(len(logits)) if logits[i] > -np.inf]
    if not usable:
        raise ValueError("no token is left")
    return min(usable, key=lambda i: (-logits[i], i))


def nearly_equal_is_a_tie(logits):
    """Takes the first logit that is close to the largest.

    makes: nothing listed
    """
    z = np.asarray(logits)
    if not z.size or np.isnan(z).any() or z.max() == -np.inf:
        raise ValueError("no choice")
    return int(np.flatnonzero(np.isclose(z, z.max()))[0])


def no_ban_allowed(logits):
    """Refuses every score that is not finite.

    makes: one_banned_token_refused
    """
    scores = [float(z) for z in logits]
    if not scores or any(math.isnan(z) or z == -math.inf for z in scores):
        raise ValueError("bad logits")
    return scores.index(max(scores))
