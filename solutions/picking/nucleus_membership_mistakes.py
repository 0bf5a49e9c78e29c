"""Typical wrong versions of nucleus membership."""

import numpy as np

from .nucleus_membership import nucleus as _nucleus


def _refuse(top_p):
    if not 0 < top_p <= 1:
        raise ValueError(top_p)


def _ranked(p):
    return np.argsort(-p, kind="stable")


def _sums(p):
    """Return the running sums down the ranking."""
    return np.cumsum(p[_ranked(p)])


def completing_token_missing(p, top_p):
    """The token that completes the sum is left out, even if it is the only one.

    Keeping tokens while the sum with them is at most top_p stops one too early, and gives an empty list if the
    first token alone is larger. The nucleus has to reach top_p; check whether yours does.
    """
    _refuse(top_p)
    return _ranked(p).tolist() if top_p == 1 else _ranked(p)[_sums(p) <= top_p].tolist()


def completing_token_missing_but_never_empty(p, top_p):
    """The token that completes the sum is left out, except where nothing would remain.

    Saving the first token hides the mistake when one token is enough. Add up what you keep for top_p = .9 in
    the worked example: does it reach .9?
    """
    return completing_token_missing(p, top_p) or _nucleus(p, top_p)[:1]


def more_than_top_p(p, top_p):
    """The sum has to exceed top_p, so an exact hit adds one more token.

    The difference is a `<=` where the sum meets top_p exactly, as .5 and .25 meet .75. Some libraries do this. In this
    course equality is enough.
    """
    _refuse(top_p)
    return _ranked(p).tolist() if top_p == 1 else _ranked(p)[_sums(p) - p[_ranked(p)] <= top_p].tolist()


def walked_in_id_order(p, top_p):
    """The tokens are added up in the order of their ids instead of from the likeliest down.

    The worked example is sorted, so it cannot show this. Try .1, .4, .2, .3: the nucleus should begin with
    token 1.
    """
    _refuse(top_p)
    if top_p == 1:
        return list(range(len(p)))
    return np.flatnonzero(np.cumsum(p) - p < top_p).tolist()


def least_likely_first(p, top_p):
    """The walk begins at the least likely token and collects the tail.

    `np.argsort` sorts upwards. The nucleus is meant to be the small group at the other end.
    """
    _refuse(top_p)
    upwards = np.argsort(p, kind="stable")
    if top_p == 1:
        return upwards.tolist()
    return upwards[np.cumsum(p[upwards]) - p[upwards] < top_p].tolist()


def nothing_kept(p, top_p):
    """The list is empty, whatever top_p is.

    A loop whose condition is false at the beginning is never entered, and a sum begins at 0. When should it go on?
    """
    _refuse(top_p)
    return []


def nothing_kept__nothing_refused(p, top_p):
    """The same for every top_p."""
    return []


def each_at_least_top_p(p, top_p):
    """Each token is compared with top_p on its own.

    Where no token has .9 by itself, the list is empty; there the nucleus needs several. It is the sum of all
    tokens so far that has to reach top_p.
    """
    _refuse(top_p)
    return _ranked(p).tolist() if top_p == 1 else [token for token in _ranked(p).tolist() if p[token] >= top_p]


def each_at_least_top_p__or_the_best(p, top_p):
    """Where the list would be empty, it has the likeliest token."""
    return each_at_least_top_p(p, top_p) or _ranked(p).tolist()[:1]


def each_at_least_the_rest(p, top_p):
    """A token is kept if its own probability is at least 1 - top_p.

    That is a fixed bar for single tokens, and how many get over it says nothing about what they hold together.
    The nucleus is about running sums.
    """
    _refuse(top_p)
    return _ranked(p).tolist() if top_p == 1 else [token for token in _ranked(p).tolist() if p[token] >= 1 - top_p]


def ranks_for_ids(p, top_p):
    """The result holds places in the ranking, 0, 1, 2 and so on, instead of the tokens' ids.

    The number of tokens is right. After sorting, place 0 belongs to some token: which one? The sorting function
    that returns ids knows.
    """
    return list(range(len(_nucleus(p, top_p))))


def sorted_by_id(p, top_p):
    """The tokens are listed in the order of their ids.

    As a set this is the nucleus. The task asks for the likeliest first, which later steps rely on. Keep the
    order in which you met them.
    """
    return sorted(_nucleus(p, top_p))


def higher_id_first(p, top_p):
    """Among equally likely tokens the higher id comes first.

    This happens if you sort a list upwards and then reverse it: equals are reversed as well. The rules want the lower
    id first.
    """
    last = len(p) - 1
    return [last - token for token in _nucleus(p[::-1], top_p)]


def one_too_many(p, top_p):
    """One token more than necessary is kept.

    Leave out the last one and add up the others: they reach top_p already. Perhaps the sum is tested one step
    late, or something is added to a count that was right.
    """
    return _ranked(p)[: len(_nucleus(p, top_p)) + 1].tolist()


def share_of_the_vocabulary(p, top_p):
    """top_p is taken as a share of the tokens instead of a share of the probability.

    With five tokens and top_p = .9 that keeps five, however sure the model is. Add up probabilities; do not count
    tokens.
    """
    _refuse(top_p)
    return _ranked(p)[: int(np.ceil(top_p * len(p)))].tolist()


def probabilities_returned(p, top_p):
    """The result holds the probabilities of the nucleus instead of its ids.

    They are the right ones. To draw a token, though, you need the ids.
    """
    return [float(p[token]) for token in _nucleus(p, top_p)]


def zero_gives_nothing(p, top_p):
    """top_p = 0 is accepted and gives an empty nucleus.

    There is always some next token, so an empty list is useless. The rules want `ValueError` here.
    """
    return [] if top_p == 0 else _nucleus(p, top_p)


def zero_keeps_one(p, top_p):
    """top_p = 0 is accepted and keeps the likeliest token.

    That is another convention: Hugging Face and llama.cpp do it. This course wants `ValueError`, so that a senseless
    setting is noticed.
    """
    return _ranked(p)[:1].tolist() if top_p == 0 else _nucleus(p, top_p)


def above_one_accepted(p, top_p):
    """A top_p above 1 is accepted and keeps everything.

    No sum of probabilities gets that far. Perhaps the caller wrote 90 for 90 %: the rules want `ValueError`.
    """
    return _nucleus(p, min(top_p, 1.0))


def anything_accepted(p, top_p):
    """Every top_p is accepted, whether it is 0, negative or above 1.

    A slip in a setting then shows only in strange texts. The rules name the values that have to raise
    `ValueError`; test them before anything else.
    """
    return [] if top_p <= 0 else _nucleus(p, min(top_p, 1.0))


def anything_accepted_but_never_empty(p, top_p):
    """Every top_p is accepted, and at least one token is always kept.

    Never being empty is good, but it hides settings that make no sense. The rules name those that have to raise
    `ValueError`; test them before anything else.
    """
    return _ranked(p)[:1].tolist() if top_p <= 0 else _nucleus(p, min(top_p, 1.0))


def walks_off_the_end(p, top_p):
    """No top_p is refused, and one above 1 ends in an IndexError.

    A loop that continues until the sum is reached never ends then: it runs out of tokens. The rules name the values
    that have to raise `ValueError`; test them before the walk begins.
    """
    if top_p > 1:
        raise IndexError(len(p))
    return [] if top_p <= 0 else _nucleus(p, top_p)


def zeros_dropped_at_one(p, top_p):
    """With top_p = 1 the tokens of probability 0 are missing.

    The running sum reaches 1 before it comes to them. But top_p = 1 means that there is no filter, and a filter that
    is off removes nothing.
    """
    tokens = _nucleus(p, top_p)
    return [token for token in tokens if p[token] > 0] if top_p == 1 else tokens


def nearly_top_p_is_enough(p, top_p):
    """A sum that falls short of top_p by very little is taken as enough.

    `np.isclose`, or a small number subtracted from top_p, ends the walk too early. Equality is enough, and nothing
    less is: compare the sum with top_p itself.
    """
    _refuse(top_p)
    if top_p == 1:
        return _ranked(p).tolist()
    return _ranked(p)[: np.count_nonzero(_sums(p) < top_p - 1e-6) + 1].tolist()


def nearly_one_taken_for_off(p, top_p):
    """A top_p close to 1, such as .99, is taken as "off".

    Only 1 itself keeps all ids. With .99 the last hundredth of the probability is to be left out, and it can hold most
    of the tokens.
    """
    _refuse(top_p)
    return _ranked(p).tolist() if top_p >= 0.99 else _nucleus(p, top_p)


def rounded_first(p, top_p):
    """The probabilities are rounded before they are added up, to three decimals or so.

    Each rounding moves the sum a little, and near top_p a little is enough to gain or lose a token. Use all
    digits, and round only what you print.
    """
    return _of_rounded(3)(p, top_p)


def _of_rounded(decimals, rank=lambda p, rounded: _ranked(rounded)):
    def nucleus(p, top_p):
        _refuse(top_p)
        rounded = np.round(p, decimals)
        ranked = rank(p, rounded)
        if top_p == 1:
            return _nucleus(p, top_p)
        return ranked[np.cumsum(rounded[ranked]) - rounded[ranked] < top_p].tolist()

    return nucleus


def _of_rounded_sums(decimals):
    def nucleus(p, top_p):
        tokens = _nucleus(p, top_p)
        return (
            tokens if top_p == 1 else _ranked(p)[: np.count_nonzero(np.round(_sums(p), decimals) < top_p) + 1].tolist()
        )

    return nucleus


rounded_first__to_two_decimals = _of_rounded(2)
rounded_first__to_four_decimals = _of_rounded(4)
rounded_first__to_five_decimals = _of_rounded(5)
rounded_first__after_sorting = _of_rounded(3, lambda p, rounded: _ranked(p))
rounded_first__to_four_decimals_after_sorting = _of_rounded(4, lambda p, rounded: _ranked(p))
rounded_first__sums_to_two_decimals = _of_rounded_sums(2)
rounded_first__sums_to_six_decimals = _of_rounded_sums(6)


def changes_its_input(p, top_p):
    """The array that was given is sorted on the way.

    Afterwards its entries no longer belong to their tokens, and the caller does not know. `p.sort()` sorts in
    place; other ways of sorting give you something new.
    """
    tokens = _nucleus(p, top_p)
    p.sort()
    return tokens
