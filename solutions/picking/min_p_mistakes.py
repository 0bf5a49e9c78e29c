"""Typical wrong versions of min-p."""

import numpy as np

from .min_p import min_p as _min_p
from .nucleus_membership import nucleus as _nucleus


def _refuse(m):
    if not 0 <= m <= 1:
        raise ValueError(m)


def _share_out(p, is_kept):
    kept = np.where(is_kept, p, 0.0)
    return kept / kept.sum()


def absolute_bar(p, m):
    """m itself is the threshold, whatever the likeliest token has.

    Where no token is that likely, none reaches it and 0 is divided by 0. "Near the best" is a question about two
    tokens: what is m multiplied by?
    """
    _refuse(m)
    return _share_out(p, p >= m)


def absolute_bar__all_if_none(p, m):
    """Where no token reaches the threshold, all stay."""
    _refuse(m)
    return _share_out(p, p >= m) if (p >= m).any() else p.copy()


def absolute_bar_but_never_empty(p, m):
    """m itself is the threshold, and the likeliest token stays in any case.

    Saving the best one avoids an empty result, but the threshold still does not move with the model's confidence.
    Compare each token with the likeliest one instead of with a fixed number.
    """
    _refuse(m)
    return _share_out(p, (p >= m) | (p == p.max()))


def equality_cut(p, m):
    """A token exactly at the threshold is cut.

    With m = 1 that cuts even the likeliest token, and 0 is divided by 0. Equality is enough: look at the comparison.
    """
    _refuse(m)
    return _share_out(p, p > m * p.max())


def equality_cut__all_if_none(p, m):
    """Where no token reaches the threshold, all stay."""
    _refuse(m)
    is_above = p > m * p.max()
    return _share_out(p, is_above) if is_above.any() else p.copy()


def equality_cut_but_never_empty(p, m):
    """A token exactly at the threshold is cut, unless it is as likely as the best one.

    .25 is exactly half of .5, and should stay for m = .5. Equality is enough: look at the comparison.
    """
    _refuse(m)
    return _share_out(p, (p > m * p.max()) | (p == p.max()))


def not_shared_out(p, m):
    """The tokens that are kept have their old probabilities.

    They no longer add up to 1. How do you scale several numbers so that they add up to 1?
    """
    _refuse(m)
    return np.where(p >= m * p.max(), p, 0.0)


def small_number_in_the_sum(p, m):
    """A small number is added to the sum before dividing, such as 1e-8.

    It guards against 0 / 0, but the likeliest token always stays, so the sum is never 0. And the result no longer adds up to
    exactly 1.
    """
    _refuse(m)
    kept = np.where(p >= m * p.max(), p, 0.0)
    return kept / (kept.sum() + 1e-8)


def relative_to_the_mean(p, m):
    """The threshold is m times the mean probability.

    The mean is always 1 / V, so this threshold does not move with the model's confidence. Take the likeliest token
    instead.
    """
    _refuse(m)
    return _share_out(p, p >= m * p.mean())


def like_top_p(p, m):
    """m is taken as a share to collect, from the likeliest token down, as top-p does.

    Top-p asks what the tokens hold together. Min-p compares each of them with the best one, and no sum is needed for
    that. A larger m keeps fewer tokens, not more.
    """
    _refuse(m)
    return p.copy() if m == 0 else _share_out(p, np.isin(np.arange(len(p)), _nucleus(p, m)))


def bar_below_the_best_by_m(p, m):
    """The threshold is the largest probability minus m.

    That is a distance and not a ratio. For a best token of .4 and m = .3 this threshold is at .1, where it should be
    at .12, and once m is larger than the best probability it cuts nothing at all.
    """
    _refuse(m)
    return _share_out(p, p >= p.max() - m)


def bar_divided_by_m(p, m):
    """The threshold is the largest probability divided by m.

    That is above the largest probability, so that no token reaches it, unless m is 1. Should a larger m cut more
    tokens, or fewer?
    """
    _refuse(m)
    return _share_out(p, p >= (p.max() / m if m else 0.0))


def bar_divided_by_m__all_if_none(p, m):
    """Where no token reaches the threshold, all stay."""
    _refuse(m)
    is_above = p >= (p.max() / m if m else 0.0)
    return _share_out(p, is_above) if is_above.any() else p.copy()


def one_minus_m(p, m):
    """The threshold is 1 - m times the largest probability.

    m = 0 then cuts nearly everything, and m = 1 nothing. It is the other way round: m says how near to the best a
    token has to be.
    """
    _refuse(m)
    return _share_out(p, p >= (1 - m) * p.max())


def bar_taken_away(p, m):
    """The threshold is subtracted from the probabilities, and the rest is renormalized.

    Then a token just over the threshold keeps almost nothing, and the ratios change. The threshold decides which
    tokens stay; their probabilities are all scaled by one factor.
    """
    _refuse(m)
    above = np.clip(p - m * p.max(), 0.0, None)
    return above / above.sum()


def wrong_side_kept(p, m):
    """The tokens below the bar are kept, and those above it are cut.

    Print which tokens are left: is the likeliest one among them? Look at the comparison, or at the order of the two
    values in `np.where`.
    """
    _refuse(m)
    return _share_out(p, p < m * p.max())


def rest_to_the_best(p, m):
    """The likeliest token gets all the probability that was cut.

    The results add up to 1, but the ratios between the tokens that stay have changed. All of them should grow by the
    same factor.
    """
    _refuse(m)
    kept = np.where(p >= m * p.max(), p, 0.0)
    kept[np.argmax(p)] += 1 - kept.sum()
    return kept


def all_equal(p, m):
    """All tokens that stay get the same probability.

    The right ones stay, but their ratios are lost. One that was seven times as likely as another should still be so.
    """
    _refuse(m)
    is_kept = p >= m * p.max()
    return is_kept / is_kept.sum()


def softmax_of_the_kept(p, m):
    """Softmax is taken of the kept probabilities.

    Softmax expects logits. Probabilities are all between 0 and 1, so it makes them much more alike. The kept
    probabilities need no exponential, only a common factor.
    """
    _refuse(m)
    exponentials = np.where(p >= m * p.max(), np.exp(p), 0.0)
    return exponentials / exponentials.sum()


def only_the_kept(p, m):
    """Only the probabilities of the kept tokens come back, and the others are missing.

    The numbers are right, but in a shorter array the ids are lost. The result has a place for every token of the
    vocabulary, and those that were cut have a 0 there.
    """
    _refuse(m)
    kept = p[p >= m * p.max()]
    return kept / kept.sum()


def zero_refused(p, m):
    """m = 0 raises ValueError.

    For top-p that is right, because a share of 0 keeps no token. Here a threshold of 0 keeps all tokens, and that is
    the usual way to switch the filter off.
    """
    if m == 0:
        raise ValueError(m)
    return _min_p(p, m)


def one_refused(p, m):
    """m = 1 raises ValueError.

    It is the strictest setting that makes sense: only tokens as likely as the best stay. The rules accept it.
    """
    if m == 1:
        raise ValueError(m)
    return _min_p(p, m)


def negative_accepted(p, m):
    """A negative m is accepted and cuts nothing.

    Every token is over a bar below 0. That looks like "off", but the caller meant something else. The rules want
    `ValueError`.
    """
    return p / p.sum() if m < 0 else _min_p(p, m)


def above_one_accepted(p, m):
    """An m above 1 is accepted, and no token reaches the threshold.

    Even the likeliest token is not 1.2 times as likely as itself, so 0 is divided by 0. Perhaps the caller wrote 10
    for 10 %. The rules want `ValueError`.
    """
    return np.full(len(p), np.nan) if m > 1 else _min_p(p, m)


def nothing_refused(p, m):
    """Every m is accepted, whether negative or above 1.

    A negative one switches the filter off by accident, and one above 1 leaves 0 divided by 0. The rules name the values
    that have to raise `ValueError`; test them before anything else.
    """
    if m > 1:
        return np.full(len(p), np.nan)
    return _min_p(p, max(m, 0.0))


def limited_to_the_scale(p, m):
    """An m off the scale is moved to the nearest end of it.

    A negative m then means 0 and 1.2 means 1, and the caller never learns of the mistake. The rules want `ValueError`.
    """
    return _min_p(p, min(max(m, 0.0), 1.0))


def changes_its_input(p, m):
    """The probabilities that were given are overwritten on the way.

    The caller may still need them, for another filter or for a report. `p[...] = 0` writes into the caller's array.
    Write into a new one.
    """
    filtered = _min_p(p, m)
    p[filtered == 0] = 0.0
    return filtered
