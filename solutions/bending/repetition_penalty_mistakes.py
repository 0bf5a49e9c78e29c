"""Typical wrong versions of the repetition penalty."""

import numpy as np

from ..scores.temperature_rescaling import temperature_probs as _temperature_probs
from .repetition_penalty import repetition_penalty as _repetition_penalty


def _refuse(r):
    if r <= 0:
        raise ValueError(r)


def _is_seen(logits, seen):
    """Say of every token whether it has been seen."""
    return np.isin(np.arange(len(logits)), seen)


def always_divided(logits, seen, r):
    """Every seen logit is divided by r, whatever its sign.

    The original paper prints the formula like this, and for positive logits it works. Take −1 and r = 2: the result
    −.5 is larger than before, so the token is rewarded. Which operation makes a negative number smaller?
    """
    _refuse(r)
    return np.where(_is_seen(logits, seen), logits / r, logits)


def only_the_newest_tokens(logits, seen, r):
    """Only the last 64 tokens of the text are looked at.

    Some programs have a setting for that. Here the whole text counts, however long it is.
    """
    return _repetition_penalty(logits, seen[-64:], r)


def always_multiplied(logits, seen, r):
    """Every seen logit is multiplied by r, whatever its sign.

    For negative logits that is right. Take 4 and r = 2: the result 8 makes the token far more likely. Which
    operation makes a positive number smaller?
    """
    _refuse(r)
    return np.where(_is_seen(logits, seen), logits * r, logits)


def cases_exchanged(logits, seen, r):
    """Positive logits are multiplied and negative ones divided.

    Both cases are there, but each has the other's formula, so every seen token is rewarded. Work out 4 and −1 with
    r = 2 and ask whether the results are smaller than before.
    """
    _refuse(r)
    return _repetition_penalty(logits, seen, 1 / r)


def once_per_occurrence(logits, seen, r):
    """A token is penalized again each time it occurs in the list.

    A word that comes ten times, such as "the", would be divided by r ten times over. The rules want once. Think of a
    way to get each id a single time.
    """
    _refuse(r)
    bent = logits.copy()
    for token in seen:
        bent[token] = bent[token] * r if bent[token] < 0 else bent[token] / r
    return bent


def divided_for_each_occurrence(logits, seen, r):
    """Every occurrence divides the logit by r, whatever its sign.

    Two things go wrong here. Dividing makes a negative logit larger, so that token is rewarded. And a token that comes
    ten times is treated ten times, where the rules want once.
    """
    _refuse(r)
    return logits / np.float64(r) ** np.bincount(np.array(seen, dtype=int), minlength=len(logits))


def r_subtracted(logits, seen, r):
    """The seen logits have r subtracted.

    That lowers them whatever their sign, but by the same amount each, and r = 1 would already be a penalty. Here r is a
    factor: the formula divides or multiplies. Penalties that subtract are the next exercise.
    """
    _refuse(r)
    return np.where(_is_seen(logits, seen), logits - r, logits)


def log_r_subtracted(logits, seen, r):
    """The seen logits have log r subtracted, which divides their probabilities by r before they are renormalized.

    It is a sensible penalty, but another one: every seen token loses the same amount. Here the factor r acts on the
    logit itself, so large logits lose more than small ones.
    """
    _refuse(r)
    return np.where(_is_seen(logits, seen), logits - np.log(r), logits)


def unseen_penalised(logits, seen, r):
    """The tokens that are not in the text are penalized, and those that are keep their logits.

    Then the model repeats itself even more. Look at the condition, or the mask, that selects the tokens.
    """
    _refuse(r)
    unseen = np.flatnonzero(~_is_seen(logits, seen)).tolist()
    return _repetition_penalty(logits, unseen, r)


def everything_penalised(logits, seen, r):
    """All logits are penalized, whether their token has been seen or not.

    The two cases by sign are right. Only the ids in the list should be affected.
    """
    _refuse(r)
    return _repetition_penalty(logits, list(range(len(logits))), r)


def only_the_last_token(logits, seen, r):
    """Only the last token of the text is penalized.

    That discourages "the the", but not "the cat the cat". Every id in the list counts.
    """
    return _repetition_penalty(logits, seen[-1:], r)


def seen_banned(logits, seen, r):
    """Tokens that have been seen are banned altogether.

    Without "the" and the comma no text gets far. The penalty shrinks a positive logit by the factor r; that makes the
    token less likely, not impossible.
    """
    _refuse(r)
    return np.where(_is_seen(logits, seen), -np.inf, logits)


def negatives_left_out(logits, seen, r):
    """Only positive logits are penalized, and negative ones stay as they are.

    Nothing gets a reward this way, but most tokens of a real vocabulary have negative logits and would escape. The
    formula has a second line.
    """
    _refuse(r)
    return np.where(_is_seen(logits, seen) & (logits > 0), logits / r, logits)


def probabilities_returned(logits, seen, r):
    """The result holds probabilities instead of logits.

    The penalty is right, and softmax would come next. But other steps, such as temperature, still need the logits.
    Return them as they are after the penalty.
    """
    return _temperature_probs(_repetition_penalty(logits, seen, r), 1.0)


def below_one_refused(logits, seen, r):
    """An r between 0 and 1 raises ValueError.

    Such an r is unusual, but it has a meaning: it makes repeats more likely. The rules refuse only 0 and less.
    """
    if r < 1:
        raise ValueError(r)
    return _repetition_penalty(logits, seen, r)


def below_one_ignored(logits, seen, r):
    """An r between 0 and 1 has no effect.

    The same formula holds for it: 4 divided by .5 is 8. Perhaps a condition tests for r above 1 where the rules allow
    any r above 0.
    """
    _refuse(r)
    return _repetition_penalty(logits, seen, max(r, 1.0))


def zero_accepted(logits, seen, r):
    """r = 0 is accepted, and the result holds infinities.

    A positive logit divided by 0 is inf, and no softmax can use that. Negative values are refused already; look at
    the comparison.
    """
    if r < 0:
        raise ValueError(r)
    return _bent_by_anything(logits, seen, r)


def negative_accepted(logits, seen, r):
    """A negative r is accepted.

    It turns the signs of the logits, so the best token becomes the worst. r = 0 is refused already; the rules want
    `ValueError` for everything below it, too.
    """
    if r == 0:
        raise ValueError(r)
    return _bent_by_anything(logits, seen, r)


def anything_accepted(logits, seen, r):
    """An r of 0 or less is accepted like any other.

    0 gives infinities and a negative r flips the signs. The rules want `ValueError` for both; test r before anything
    else.
    """
    return _bent_by_anything(logits, seen, r)


def zero_fails_in_division(logits, seen, r):
    """r = 0 ends in a ZeroDivisionError, and a negative r is accepted.

    Plain Python numbers cannot be divided by 0. The rules want `ValueError` for an r of 0 or less; test r before
    anything else.
    """
    if r == 0 and seen:
        raise ZeroDivisionError
    return _bent_by_anything(logits, seen, r)


def zero_fails_in_division__even_if_nothing_is_seen(logits, seen, r):
    """1 / r is computed first."""
    if r == 0:
        raise ZeroDivisionError
    return _bent_by_anything(logits, seen, r)


def changes_its_input(logits, seen, r):
    """The result is written over the logits that were given.

    The caller may still need them, for instance to report how likely the token was before the penalty. An
    assignment such as `logits[token] = ...` writes into the caller's array. Work on a copy.
    """
    logits[:] = _repetition_penalty(logits, seen, r)
    return logits


def _bent_by_anything(logits, seen, r):
    """Apply the formula without looking at r."""
    with np.errstate(all="ignore"):
        bent = np.where(logits < 0, logits * r, logits / np.float64(r))
    return np.where(_is_seen(logits, seen), bent, logits)
