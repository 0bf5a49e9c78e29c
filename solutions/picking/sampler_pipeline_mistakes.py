"""Typical wrong versions of the whole sampler."""

import numpy as np

from ..scores.softmax_stable import softmax as _softmax
from ..scores.temperature_rescaling import temperature_probs as _temperature_probs
from .min_p import min_p as _cut_far_behind
from .nucleus_membership import nucleus as _nucleus
from .sampler_pipeline import next_distribution as _next_distribution
from .top_3_renormalisation import top_k as _keep_top_k


def _only(p, tokens):
    """Return p with all other tokens at 0, not renormalized."""
    kept = np.zeros(len(p))
    kept[tokens] = p[tokens]
    return kept


def _keep_nucleus(p, top_p):
    kept = _only(p, _nucleus(p, top_p))
    return kept / kept.sum()


def _filtered(p, top_k, top_p, min_p):
    """Apply the three filters in the right order."""
    return _cut_far_behind(_keep_nucleus(_keep_top_k(p, top_k), top_p), min_p)


def temperature_last(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Temperature is applied after the filters, which judge the distribution at T = 1.

    That is another convention, the usual one of llama.cpp. In this course temperature is step 1: at T = 2 top-p with
    .9 should keep four tokens of the worked example, and here it keeps three.
    """
    is_kept = _filtered(_softmax(logits), top_k, top_p, min_p) > 0
    return _temperature_probs(np.where(is_kept, logits, -np.inf), T)


def top_p_before_sharing_out(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Top-p judges the full distribution: it comes before top-k, or the result of top-k is not renormalized.

    Both lead to the same tokens, the shorter of two lists. For k = 3 and top-p .9 three tokens stay then. After
    renormalizing, the first two of the three hold .910 already. Some programs do mean it like that; this course does
    not.
    """
    p = _keep_top_k(_keep_nucleus(_temperature_probs(logits, T), top_p), top_k)
    return _cut_far_behind(p, min_p)


def min_p_before_temperature(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Min-p judges the distribution at T = 1, before temperature.

    Temperature changes the ratio of a token to the best, so it changes which tokens reach the threshold. Step 4 looks
    at what the first three steps have left.
    """
    is_near = _cut_far_behind(_softmax(logits), min_p) > 0
    return _next_distribution(np.where(is_near, logits, -np.inf), T, top_k, top_p)


def min_p_before_top_p(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Min-p comes before top-p, which then judges what min-p has left.

    That is another convention, the one of vLLM. A cut by min-p makes the other probabilities larger, so top-p needs
    fewer tokens. In this course min-p is step 4.
    """
    p = _cut_far_behind(_keep_top_k(_temperature_probs(logits, T), top_k), min_p)
    return _keep_nucleus(p, top_p)


def first_filter_only(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Only the first filter that is on is applied.

    A chain of `if` and `elif` does this. The filters do not exclude one another: each looks at what the one before it
    has left.
    """
    if top_k > 0:
        top_p = 1.0
    if top_k > 0 or top_p < 1:
        min_p = 0.0
    return _next_distribution(logits, T, top_k, top_p, min_p)


def top_p_ignored_with_top_k(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Top-p is ignored when top-k is on.

    The two do not exclude each other. Top-k bounds the number of tokens, and top-p can still cut some of them where the
    model is sure.
    """
    return _next_distribution(logits, T, top_k, 1.0 if top_k else top_p, min_p)


def temperature_ignored_with_filters(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Temperature is ignored as soon as some filter is on.

    Temperature is step 1 whatever comes after it. Perhaps the filters begin again with the logits; each should take
    the result of the step before it.
    """
    is_filtered = top_k > 0 or top_p < 1 or min_p > 0
    return _next_distribution(logits, 1.0 if is_filtered and T > 0 else T, top_k, top_p, min_p)


def temperature_ignored(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Temperature makes no difference.

    T = .5 and T = 2 should give different probabilities. Perhaps the probabilities are divided by T and renormalized,
    which undoes it; perhaps T is not used at all.
    """
    return _next_distribution(logits, 1.0, top_k, top_p, min_p)


def temperature_ignored__but_for_0(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """T = 0 leaves the best token."""
    return _next_distribution(logits, 0.0 if T == 0 else 1.0, top_k, top_p, min_p)


def temperature_twice(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Temperature is applied twice.

    T = 2 then acts like T = 4. `temperature_probs` divides by T itself, so it wants the logits as they came.
    """
    return _next_distribution(logits if T == 0 else logits / T, T, top_k, top_p, min_p)


def top_k_ignored(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Top-k makes no difference.

    Count the tokens that are left for top_k = 2. Perhaps the next step does not use the result of the filter.
    """
    return _next_distribution(logits, T, 0, top_p, min_p)


def top_p_ignored(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Top-p makes no difference.

    For top-p .9 three tokens of the worked example should be left. Perhaps the nucleus is computed and then not used.
    """
    return _next_distribution(logits, T, top_k, 1.0, min_p)


def min_p_ignored(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Min-p makes no difference.

    For min_p = .2 two tokens of the worked example should be left. Perhaps the next step does not use the result of
    the filter.
    """
    return _next_distribution(logits, T, top_k, top_p)


def never_shared_out(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Tokens are cut, and the others are never renormalized.

    The result does not add up to 1, and the second filter already judges numbers that do not add up to 1. Renormalize
    after every filter.
    """
    p = _temperature_probs(logits, T)
    return np.where(top_p_before_sharing_out(logits, T, top_k, top_p, min_p) > 0, p, 0.0)


def last_filter_not_shared_out(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """The result of the last filter is not renormalized.

    The right tokens are left, but they add up to less than 1 where min-p has cut some. A token is drawn from this, so
    renormalize after the last filter, too.
    """
    p = _keep_nucleus(_keep_top_k(_temperature_probs(logits, T), top_k), top_p)
    return np.where(p >= min_p * p.max(), p, 0.0)


def nucleus_not_shared_out(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """The result of top-p is not renormalized if min-p is off.

    `nucleus` gives ids, and the probabilities that you copy do not add up to 1. Min-p happens to renormalize them, but
    only where it is on. Each filter should return probabilities that add up to 1.
    """
    if min_p > 0:
        return _next_distribution(logits, T, top_k, top_p, min_p)
    p = _keep_top_k(_temperature_probs(logits, T), top_k)
    return _only(p, _nucleus(p, top_p))


def softmax_at_the_end(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Softmax is taken of the finished probabilities.

    They add up to 1 already. Softmax expects logits: it makes probabilities much more alike, and even those that were
    cut come back, since exp(0) is 1.
    """
    return _softmax(_next_distribution(logits, T, top_k, top_p, min_p))


def cut_logits_set_to_zero(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """The logits of tokens that were cut are set to 0, and softmax brings these tokens back.

    exp(0) is 1, and that is no small share. The logit that stands for probability 0 is another one; you have met it
    with banned tokens.
    """
    p = _next_distribution(logits, T, top_k, top_p, min_p)
    return p if T == 0 else _softmax(np.where(p > 0, logits / T, 0.0))


def completing_token_missing(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Top-p leaves out the token that completes the sum, except where nothing would remain.

    The nucleus has to reach top_p. You may import `nucleus` from the earlier exercise instead of writing it again.
    """
    p = _keep_top_k(_temperature_probs(logits, T), top_k)
    if top_p < 1:
        members = _nucleus(p, top_p)
        is_short = p[members].sum() <= top_p
        kept = _only(p, members if is_short else members[:-1] or members)
        p = kept / kept.sum()
    return _cut_far_behind(p, min_p)


def top_k_zero_keeps_nothing(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """With top_k = 0 no token is kept, and the result is nan.

    The sum of nothing is 0, and 0 / 0 has no value. 0 is the default, and it switches the filter off.
    """
    return np.full(len(logits), np.nan) if top_k == 0 else _next_distribution(logits, T, top_k, top_p, min_p)


def zero_temperature_as_one(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """A temperature of 0 is treated as if temperature were off.

    "Off" is T = 1. Beware of `if T:` and `T or 1`, which take 0 for "nothing given". At T = 0 one token gets
    everything.
    """
    return _next_distribution(logits, T or 1.0, top_k, top_p, min_p)


def zero_temperature_divides(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """The logits are divided by a temperature of 0, and the result is nan.

    `temperature_probs` knows what T = 0 means. If you divide yourself, test for it first.
    """
    return np.full(len(logits), np.nan) if T == 0 else _next_distribution(logits, T, top_k, top_p, min_p)


def zero_temperature_shares_ties(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """At temperature 0 all tokens with the largest logit share the 1.

    A single token gets everything, and the rule on T = 0 says which one.
    """
    if T != 0:
        return _next_distribution(logits, T, top_k, top_p, min_p)
    best = logits == logits.max()
    return best / best.sum()


def sorted_result(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """The values come in order of size instead of in the places of their tokens.

    Entry i of the result is the probability of token i. If you sort to find the tokens that stay, sort ids, and write
    the results back to their places.
    """
    return np.sort(_next_distribution(logits, T, top_k, top_p, min_p))[::-1]


def changes_its_input(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """The logits that were given are overwritten on the way.

    The caller may want to try other settings on the same logits. `logits /= T` writes into the caller's array. Let the
    result of the division be a new one.
    """
    p = _next_distribution(logits, T, top_k, top_p, min_p)
    if T != 0:
        logits /= T
    return p
