"""Typical wrong versions of the greedy pick."""

import numpy as np

from .greedy_pick import greedy as _greedy


def last_of_equals(logits):
    """Among equal scores the highest id is picked.

    A loop that replaces the best one at `>=` does this, and so does taking the end of a sorted list. The rules want
    the lowest id.
    """
    return len(logits) - 1 - _greedy(logits[::-1])


def all_of_equals(logits):
    """The result is a list of all ids that share the largest score.

    The loop can continue with one token only. Among equal scores, the rules want the lowest id.
    """
    _greedy(logits)
    return np.flatnonzero(logits == logits.max()).tolist()


def smallest(logits):
    """The token with the smallest score is picked.

    Scores are not costs: the larger, the better. Look at the name of the function you search with, or at the
    direction in which you sort.
    """
    _greedy(logits)
    return int(np.argmin(logits))


def score_returned(logits):
    """The result is the largest score itself instead of its place.

    The loop continues with a token, and a score has no id. Return the index of the largest one.
    """
    return float(logits[_greedy(logits)])


def place_in_the_ranking(logits):
    """The scores are sorted first, and the result is the winner's place in the sorted list.

    The winner of a ranking is always at its end, so this place is the same for all inputs of one length. Which token
    was it before sorting? There is a way to sort ids by their scores.
    """
    _greedy(logits)
    return len(logits) - 1


def counted_from_one(logits):
    """The ids are counted from 1.

    The first token of the vocabulary has id 0. For the worked example the answer is therefore 0.
    """
    return _greedy(logits) + 1


def float_returned(logits):
    """The id is returned as a float.

    Python refuses 1.0 as an index. Make it an integer.
    """
    return float(_greedy(logits))


def one_hot_returned(logits):
    """The result is an array with a 1 at the winner's place and 0 elsewhere.

    That says the same as probabilities, and temperature 0 is defined like that. Here the task wants one integer: the
    index itself.
    """
    return np.eye(len(logits))[_greedy(logits)]


def largest_absolute_value(logits):
    """The score that is furthest from 0 is picked, whatever its sign.

    A logit of -3 is worse than one of -1, although it is larger in size. Leave the signs as they are.
    """
    _greedy(logits)
    return int(np.argmax(np.abs(logits)))


def largest_absolute_value__of_those_allowed(logits):
    """Banned tokens are left out."""
    _greedy(logits)
    return int(np.argmax(np.where(np.isneginf(logits), -1.0, np.abs(logits))))


def search_starts_from_zero(logits):
    """The search starts from a best score of 0, so nothing is found if no logit is above 0.

    Logits are often all negative. Start from a score that really occurs, such as the first one, or from one that
    every score beats.
    """
    pick = _greedy(logits)
    return pick if logits[pick] > 0 else 0


def search_starts_from_zero__none(logits):
    """Nothing is found as None."""
    pick = _greedy(logits)
    return pick if logits[pick] > 0 else None


def search_starts_from_zero__minus_one(logits):
    """Nothing is found as -1."""
    pick = _greedy(logits)
    return pick if logits[pick] > 0 else -1


def search_starts_from_low_number(logits):
    """The search starts from a low number, such as -1000, so nothing is found if all logits are lower.

    However low the number is, scores can be lower. Start from a score that really occurs, such as the first one, or
    from minus infinity.
    """
    pick = _greedy(logits)
    return pick if logits[pick] > -1000 else 0


def _from(score, nothing):
    def greedy(logits):
        pick = _greedy(logits)
        return pick if logits[pick] > score else nothing

    return greedy


search_starts_from_low_number__minus_100_none = _from(-100, None)
search_starts_from_low_number__minus_100_minus_one = _from(-100, -1)
search_starts_from_low_number__minus_a_million = _from(-1e6, 0)
search_starts_from_low_number__minus_a_million_none = _from(-1e6, None)
search_starts_from_low_number__minus_a_million_minus_one = _from(-1e6, -1)
search_starts_from_low_number__minus_a_billion = _from(-1e9, 0)
search_starts_from_low_number__minus_a_billion_none = _from(-1e9, None)
search_starts_from_low_number__minus_a_billion_minus_one = _from(-1e9, -1)
search_starts_from_low_number__none = _from(-1000, None)
search_starts_from_low_number__minus_one = _from(-1000, -1)


def banned_as_zero(logits):
    """Banned tokens get a score of 0 in place of -inf.

    Among negative scores that makes them the favorites. -inf is smaller than every other number, so a comparison
    treats it rightly all by itself.
    """
    _greedy(logits)
    return int(np.argmax(np.where(np.isneginf(logits), 0.0, logits)))


def nothing_refused(logits):
    """nan and arrays of banned tokens only are accepted.

    `np.argmax` answers in every case: it lets nan win, and of equal scores it takes the first, also if all of them
    are -inf. The rules name what has to raise `ValueError`; test it before you search.
    """
    return int(np.argmax(logits))


def loop_refuses_nothing(logits):
    """No input is refused: an empty array gives 0, and so does one of banned tokens only, while nan may win or be skipped.

    A loop that starts at id 0 and moves at `>` always has an answer, even where there is none. The rules name what
    has to raise `ValueError`; test it before you search.
    """
    best = 0
    for token, score in enumerate(logits):
        if score > logits[best]:
            best = token
    return best


def nan_wins(logits):
    """An array with nan in it is accepted, and nan is picked.

    `np.argmax` lets nan win. Something went wrong earlier. The rules want `ValueError` now, not a strange text later.
    """
    return int(np.argmax(logits)) if np.isnan(logits).any() else _greedy(logits)


def nan_skipped(logits):
    """An array with nan in it is accepted, and the nan is skipped.

    `np.nanargmax` does this, and so does a loop, because every comparison with nan is False. It hides that something
    went wrong before, and the model's real favorite may have been the one that is lost. The rules want `ValueError`.
    """
    is_lost = np.isnan(logits) & ~np.isnan(logits).all()
    return _greedy(np.where(is_lost, -np.inf, logits))


def nan_missed_by_the_maximum(logits):
    """nan is noticed only where Python's `max` happens to see it, at the front of the array.

    Every comparison with nan is False, so `max` keeps the number it has. So testing the largest value is not enough
    here. Test all values.
    """
    if not len(logits):
        raise ValueError("empty")
    largest = max(logits.tolist())
    if np.isnan(largest) or largest == -np.inf:
        raise ValueError(largest)
    return logits.tolist().index(largest)


def all_banned_accepted(logits):
    """If every token is banned, token 0 is picked.

    A banned token must never be picked, and there is no other one. The rules want `ValueError`.
    """
    return 0 if len(logits) and np.isneginf(logits).all() else _greedy(logits)


def empty_accepted(logits):
    """An empty array is accepted, and the result is -1.

    As an index -1 is the last token of the vocabulary, so the mistake would go unnoticed. The rules want
    `ValueError`.
    """
    return _greedy(logits) if len(logits) else -1


def none_where_there_is_no_choice(logits):
    """Where there is no token to pick, the result is None.

    The caller needs a token and will fail on None somewhere else. The rules want `ValueError` for an empty array and
    for one of banned tokens only.
    """
    return _greedy(logits) if not np.isneginf(logits).all() else None


def changes_its_input(logits):
    """The array that was given is sorted on the way.

    Then its entries no longer belong to their tokens, and the caller does not know. `logits.sort()` sorts in place.
    You need not sort to find one entry.
    """
    pick = _greedy(logits)
    logits.sort()
    return pick
