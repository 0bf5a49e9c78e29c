"""Typical wrong versions of top-k."""

import numpy as np

from .top_3_renormalisation import top_k as _top_k


def _order(p):
    return np.argsort(-p, kind="stable")


def _is_kept(p, k):
    """Say which tokens stay; shared by the versions that go wrong elsewhere."""
    if k < 0:
        raise ValueError(k)
    is_kept = np.zeros(len(p), dtype=bool)
    is_kept[_order(p)[: k or len(p)]] = True
    return is_kept


def not_shared_out(p, k):
    """The tokens that are kept have their old probabilities.

    They do not add up to 1 any more: the top 3 of the worked example hold .949. How do you scale several numbers so
    that they add up to 1?
    """
    return np.where(_is_kept(p, k), p, 0.0)


def small_number_in_the_sum(p, k):
    """A small number is added to the sum before dividing, such as 1e-8.

    It guards against 0 / 0, but at least one token stays, so the sum is never 0. And the result no longer adds up to
    exactly 1.
    """
    kept = np.where(_is_kept(p, k), p, 0.0)
    return kept / (kept.sum() + 1e-8)


def first_k_ids(p, k):
    """The first k tokens of the vocabulary are kept, whatever their probability.

    In the worked example the likeliest tokens happen to come first. A vocabulary is not sorted like that; try
    the probabilities .1, .4, .2, .3 and ask which two are the best.
    """
    if k < 0:
        raise ValueError(k)
    return _top_k(p, 0) if k == 0 else np.where(np.arange(len(p)) < k, p, 0.0) / p[:k].sum()


def smallest_k(p, k):
    """The k least likely tokens are kept.

    `np.argsort` sorts upwards, so the beginning of its result belongs to the smallest. Which end do you want?
    """
    if k <= 0:
        return _top_k(p, k)
    kept = np.argsort(p, kind="stable")[:k]
    filtered = np.zeros(len(p))
    filtered[kept] = p[kept]
    return filtered / filtered.sum()


def sorted_result(p, k):
    """The values come in order of size instead of in the places of their tokens.

    Entry i of the result is the probability of token i. After sorting values, their ids are lost; sort the ids instead.
    """
    return np.sort(_top_k(p, k))[::-1]


def only_the_kept(p, k):
    """Only the kept tokens come back, likeliest first, and the others are missing.

    The numbers are right, but a list of k numbers has no ids. The result has a place for every token of the
    vocabulary, and those that were cut have a 0 there.
    """
    kept = _order(p)[_is_kept(p, k)[_order(p)]]
    return p[kept] / p[kept].sum()


def one_too_many(p, k):
    """One token more than k is kept.

    Count the tokens that stay for k = 1. Position k of a sorted list is the (k + 1)-th entry, since counting starts
    at 0.
    """
    return _top_k(p, k) if k <= 0 else _top_k(p, k + 1)


def one_too_few(p, k):
    """One token fewer than k is kept.

    Count the tokens that stay for k = 3. Perhaps the comparison with the k-th largest probability leaves that token
    itself out.
    """
    if k <= 0:
        return _top_k(p, k)
    filtered = np.zeros(len(p))
    kept = _order(p)[: k - 1]
    filtered[kept] = p[kept]
    return filtered / filtered.sum()


def all_ties_kept(p, k):
    """All tokens as likely as the k-th one are kept, so there can be more than k.

    That is another convention, the one of Hugging Face and vLLM: they compare with the k-th largest value. It is a
    sound choice, only not the one of this course: the rules want exactly k tokens, the lower id first among equals.
    """
    if k <= 0 or k >= len(p):
        return _top_k(p, k)
    filtered = np.where(p >= np.sort(p)[-k], p, 0.0)
    return filtered / filtered.sum()


def higher_id_first(p, k):
    """Among equally likely tokens the higher id is kept first.

    This happens if you sort a list upwards and then reverse it: equals are reversed as well. The rules want the lower
    id first.
    """
    return _top_k(p[::-1], k)[::-1]


def softmax_of_the_kept(p, k):
    """Softmax is taken of the kept probabilities.

    Softmax expects logits. Probabilities are all between 0 and 1, so it makes them much more alike, and the ratios
    that the model meant are lost. The kept probabilities need no exponential, only a common factor.
    """
    exponentials = np.where(_is_kept(p, k), np.exp(p), 0.0)
    return exponentials / exponentials.sum()


def rest_to_the_best(p, k):
    """The likeliest token gets all the probability that was cut.

    The results add up to 1, but the ratios have changed: in the worked example .682 to .232 instead of .632 to .232.
    All tokens that stay should grow by the same factor.
    """
    filtered = np.where(_is_kept(p, k), p, 0.0)
    filtered[_order(p)[0]] += 1 - filtered.sum()
    return filtered


def rest_shared_equally(p, k):
    """Every kept token gets the same part of the probability that was cut.

    That favors the weaker ones: for k = 3 it lifts .085 by a fifth and .632 by less than 3 percent. Instead of adding
    the same amount, let all grow by the same factor.
    """
    is_kept = _is_kept(p, k)
    return np.where(is_kept, p + (1 - p[is_kept].sum()) / is_kept.sum(), 0.0)


def all_equal(p, k):
    """All kept tokens get the same probability.

    The right tokens stay, but their ratios are lost. One that was seven times as likely as another should still be
    so.
    """
    is_kept = _is_kept(p, k)
    return is_kept / is_kept.sum()


def zero_keeps_nothing(p, k):
    """With k = 0 no token is kept, and every probability is 0.

    A step must end in some token, so a filter that keeps none makes no sense. k = 0 is the usual way to say that there
    is no filter.
    """
    return np.zeros(len(p)) if k == 0 else _top_k(p, k)


def zero_divides(p, k):
    """With k = 0 no token is kept, and the result is nan.

    The sum of nothing is 0, and 0 / 0 has no value. k = 0 switches the filter off. Test for it first.
    """
    return np.full(len(p), np.nan) if k == 0 else _top_k(p, k)


def zero_refused(p, k):
    """k = 0 raises an exception.

    That is another convention: Hugging Face's filter object does so. Here, as in most programs that offer the setting,
    0 means that the filter is off.
    """
    if k == 0:
        raise ValueError(k)
    return _top_k(p, k)


def large_k_refused(p, k):
    """A k larger than the vocabulary raises ValueError.

    A k larger than V is allowed: all tokens are kept. Only a negative k is an error.
    """
    if k > len(p):
        raise ValueError(k)
    return _top_k(p, k)


def large_k_out_of_range(p, k):
    """A k larger than the vocabulary ends in an IndexError.

    There is no k-th token to look at. A slice such as `order[:k]` simply stops at the end, a single index does
    not.
    """
    if k > len(p):
        raise IndexError(k)
    return _top_k(p, k)


def negative_cuts_the_tail(p, k):
    """A negative k is taken as a slice and drops the last tokens of the ranking.

    In Python `order[:-1]` means "all but the last", so the mistake goes unnoticed. The rules want `ValueError` for a
    negative k.
    """
    if k >= 0:
        return _top_k(p, k)
    filtered = np.zeros(len(p))
    kept = _order(p)[:k]
    filtered[kept] = p[kept]
    return filtered / filtered.sum()


def negative_is_off(p, k):
    """A negative k switches the filter off, as 0 does.

    That is another convention: vLLM accepts -1 and llama.cpp anything up to 0. This course keeps 0 for "off", and the
    rules want `ValueError` for a negative k.
    """
    return _top_k(p, max(k, 0))


def changes_its_input(p, k):
    """The probabilities that were given are overwritten on the way.

    The caller may still need them, for another filter or for a report. `p[...] = 0` writes into the caller's
    array. Write into a new one.
    """
    filtered = _top_k(p, k)
    p[filtered == 0] = 0.0
    return filtered
