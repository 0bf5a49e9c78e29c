"""Typical wrong versions of the temperature dial."""

import math

import numpy as np

from .temperature_rescaling import temperature_probs as _temperature_probs


def _refuse(T):
    if not 0 <= T < np.inf:
        raise ValueError(T)


def _softmax(scores):
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()


def multiplied(logits, T):
    """The scores are multiplied by T, or the probabilities raised to the power T.

    Both have the opposite effect: a small T flattens and a large one sharpens. At T = .5 the first token of the
    worked example should gain, from .632 to .864, and here it falls to .422. Ask which way the gaps must change.
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits * T)


def powers_of_T_not_shared_out(logits, T):
    """The probabilities are raised to the power T and left like that.

    Two things are wrong: the results do not add up to 1, and T has the opposite effect, since a power above 1
    punishes small numbers. Look at what 1 / T does to the exponents, and at the last step of softmax.
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits) ** T


def powers_not_shared_out(logits, T):
    """The probabilities are raised to the power 1 / T and not renormalized.

    The ratios are already what they should be. Add the results up at T = .5 and at T = 2: how far is the sum from 1?
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits) ** (1 / T)


def probabilities_divided(logits, T):
    """The finished probabilities are divided by T.

    Then they add up to 1 / T instead of 1. Temperature acts on the scores; by the time softmax is done it is
    too late to divide.
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits) / T


def no_effect(logits, T):
    """T makes no difference: it is ignored, cancelled by renormalizing, or added to all scores.

    A common factor of all probabilities, or of all exponentials, disappears when they are renormalized, and so does a
    number added to all logits. Compare your results at T = .5 and T = 2. T has to change the gaps between the scores.
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits)


def softmax_of_probabilities(logits, T):
    """Softmax is taken twice: once of the logits, then of the probabilities divided by T.

    Probabilities all lie between 0 and 1, so a second softmax makes them much more alike. T = 1 shows it already:
    there nothing must change. Ask what the formula divides by T.
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(_softmax(logits) / T)


def gaps_turned(logits, T):
    """The scores enter with the wrong sign, as in largest minus logit, or minus logit over T.

    The worst token then becomes the favorite. After the shift the largest score should be 0 and all others below it;
    print the gaps of the worked example and look at their signs.
    """
    _refuse(T)
    if T == 0:
        return _temperature_probs(logits, 0.0)
    exponentials = np.exp((logits.max() - logits) / T)
    return exponentials / exponentials.sum()


def zero_divides(logits, T):
    """The scores are divided by a temperature of 0, and the result is nan.

    0 / 0 has no value, and nan spreads to everything it meets. The rules say what T = 0 means. Test for it before you
    divide.
    """
    _refuse(T)
    return np.full(len(logits), np.nan) if T == 0 else _temperature_probs(logits, T)


def zero_fails_in_division(logits, T):
    """A temperature of 0 ends in a ZeroDivisionError.

    Plain Python numbers cannot be divided by 0 at all. The rules give T = 0 a meaning of its own, without a division.
    Test for it first.
    """
    if T == 0:
        raise ZeroDivisionError
    return _temperature_probs(logits, T)


def zero_refused(logits, T):
    """A temperature of 0 raises an exception, as in Hugging Face's library.

    That is another convention, and not a bad one. This course follows those that let 0 mean "always the best token".
    Read the rule on T = 0 again.
    """
    if T == 0:
        raise ValueError(T)
    return _temperature_probs(logits, T)


def zero_as_one(logits, T):
    """A temperature of 0 is treated as if temperature were off.

    Look where the results go as T falls: .632 at 1, .864 at .5, and on towards 1. T = 0 is the end of that
    road, while "off" is T = 1. Beware of `if T:` and `T or 1`, which take 0 for "nothing given".
    """
    return _temperature_probs(logits, T or 1.0)


def zero_shares_ties(logits, T):
    """At temperature 0 all tokens with the largest logit share the 1.

    This is what the formula tends to for a small T, so it is a fair idea. But T = 0 stands for one definite choice
    here: a single token gets everything, and the rule on T = 0 says which one.
    """
    if T != 0:
        return _temperature_probs(logits, T)
    best = logits == logits.max()
    return best / best.sum()


def zero_gives_each_tie_one(logits, T):
    """At temperature 0 every token with the largest logit gets a full 1.

    With a tie the results add up to 2 or more. Only one token may have the 1. The rule on T = 0 says which one.
    """
    if T != 0:
        return _temperature_probs(logits, T)
    return (logits == logits.max()).astype(float)


def zero_takes_last_tie(logits, T):
    """At temperature 0 the highest id wins a tie.

    Sorting upwards and taking the end does this, and so does a loop that replaces the best one at `>=`. The
    rule wants the lowest id among equals.
    """
    if T != 0:
        return _temperature_probs(logits, T)
    return _temperature_probs(logits[::-1], 0.0)[::-1]


def zero_gives_the_id(logits, T):
    """At temperature 0 the result is the winner's id instead of probabilities.

    The winner is the right one. But the caller expects V probabilities at every T. How do you write "certainly this
    token" as probabilities?
    """
    return int(np.argmax(logits)) if T == 0 else _temperature_probs(logits, T)


def whole_division(logits, T):
    """The scores are divided with `//`, which drops the decimals.

    4 // 2.0 and 5 // 2.0 are both 2.0, so different scores become equal. Look at the operator between the
    logits and T.
    """
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits // T)


def whole_division__of_the_gaps(logits, T):
    """The largest logit is subtracted first."""
    _refuse(T)
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax((logits - logits.max()) // T)


def overflows_when_cold(logits, T):
    """At a small temperature the exponentials overflow.

    4 / .001 is 4000, and exp(4000) is larger than any float; exp(-4000) is 0 to a computer. Infinity divided by
    infinity is nan, and so is 0 / 0. Only differences matter to softmax. What could you subtract from all scores so
    that no exponential is above 1?
    """
    _refuse(T)
    if T == 0:
        return _temperature_probs(logits, 0.0)
    exponentials = np.exp(logits / T)
    return exponentials / exponentials.sum()


def math_overflows_when_cold(logits, T):
    """At a small temperature `math.exp` fails, or all exponentials are 0.

    4 / .001 is 4000, and exp(4000) is larger than any float: an OverflowError. exp(-4000) is 0 to a computer, and
    dividing by a sum of 0 fails too. Only differences matter to softmax: shift the scores so that the largest one is
    0.
    """
    _refuse(T)
    if T == 0:
        return _temperature_probs(logits, 0.0)
    exponentials = [math.exp(score / T) for score in logits.tolist()]
    return [each / sum(exponentials) for each in exponentials]


def banned_tokens_return(logits, T):
    """Banned tokens come back with a small probability.

    Replacing -inf by some very low number works until T is large enough to make it look ordinary. The
    exponential of -inf is exactly 0 at every T above 0, so nothing has to be replaced.
    """
    _refuse(T)
    return _temperature_probs(np.where(np.isneginf(logits), -50.0, logits), T)


def _banned_as(score):
    def temperature_probs(logits, T):
        _refuse(T)
        return _temperature_probs(np.where(np.isneginf(logits), score, logits), T)

    return temperature_probs


banned_tokens_return__as_minus_20 = _banned_as(-20.0)
banned_tokens_return__as_minus_100 = _banned_as(-100.0)
banned_tokens_return__as_minus_1000 = _banned_as(-1000.0)


def negative_accepted(logits, T):
    """A negative temperature is accepted and turns the ranking upside down.

    Dividing by a negative number makes the worst token the best. The rules want `ValueError` for it, as for the
    other bad values that you already refuse.
    """
    return _softmax(logits / T) if -np.inf < T < 0 else _temperature_probs(logits, T)


def infinity_accepted(logits, T):
    """An infinite temperature is accepted and gives every token the same probability.

    Mathematically that is the limit, but not a sensible setting. The rules want `ValueError`.
    """
    return _softmax(logits / T) if np.isposinf(T) else _temperature_probs(logits, T)


def nan_accepted(logits, T):
    """A temperature of nan is accepted, and the result is nan.

    Every comparison with nan is False, so it slips through tests such as `T < 0 or T == inf`. Test what T must be
    instead of what it must not be, or look for a function that recognizes nan.
    """
    return np.full(len(logits), np.nan) if np.isnan(T) else _temperature_probs(logits, T)


def only_negative_refused(logits, T):
    """Negative temperatures are refused, but infinity and nan are accepted.

    inf is not below 0, and neither is nan, because every comparison with nan is False. The rules name three
    kinds of bad temperature.
    """
    return _softmax(logits / T) if np.isnan(T) or np.isposinf(T) else _temperature_probs(logits, T)


def anything_accepted(logits, T):
    """Negative, infinite and nan temperatures are all accepted.

    A wrong setting then gives a result that looks plausible, or nan that surfaces much later. The rules list
    what has to raise `ValueError`; test it before anything else.
    """
    return _temperature_probs(logits, 0.0) if T == 0 else _softmax(logits / T)


def changes_its_input(logits, T):
    """The logits that were given are overwritten on the way.

    The caller may want to try another temperature on the same logits. `logits /= T` and `logits -= ...` write
    into the caller's array. Let the result of the division be a new one.
    """
    probabilities = _temperature_probs(logits, T)
    if T != 0:
        logits /= T
    return probabilities
