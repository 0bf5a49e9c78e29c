"""Typical wrong versions of softmax by hand."""

import numpy as np

from .softmax_by_hand import softmax as _softmax


def no_exponential(logits):
    """The scores are divided by their sum, without the exponential.

    Logits can be negative and their sum can be 0, so shares of the raw scores are no probabilities. Ask what
    has to happen to a score before it can have a share of a total.
    """
    return logits / logits.sum()


def absolute_values(logits):
    """The absolute values of the scores are divided by their sum.

    This makes every share positive, but a logit of -5 then counts as much as one of 5. The worse score must
    get the smaller probability. Look for a function that is positive everywhere and still keeps the order.
    """
    return np.abs(logits) / np.abs(logits).sum()


def not_normalised(logits):
    """The exponentials are not divided by their sum.

    They do not add up to 1 yet. Look at the formula's lower half: which one number are all of them divided by?
    """
    return np.exp(logits)


def divided_by_largest(logits):
    """The exponentials are divided by the largest of them instead of by their sum.

    The best token then gets 1, and the rest come on top of that. Compare the total of your results with 1.
    """
    exponentials = np.exp(logits)
    return exponentials / exponentials.max()


def base_two(logits):
    """The base of the powers is 2 instead of e.

    The results are probabilities, but not those of the model: the gaps come out too small. Compare your first power in
    the worked example with 54.598.
    """
    powers = np.exp2(logits)
    return powers / powers.sum()


def sign_turned(logits):
    """The exponentials are of the negated scores.

    The worst token gets the largest probability. Compare which token wins in the worked example with the largest logit.
    """
    return _softmax(-logits)


def sigmoid_for_each(logits):
    """Every score goes through a sigmoid of its own.

    Each result lies between 0 and 1, but each ignores the other tokens, so they do not add up to 1. Tokens
    compete: the share of one depends on the scores of all.
    """
    return 1 / (1 + np.exp(-logits))


def sorted_result(logits):
    """The probabilities are sorted, so they no longer belong to their tokens.

    The worked example happens to be sorted and does not show it. Result i must belong to logit i.
    """
    return _softmax(np.sort(logits)[::-1])


def log_probabilities(logits):
    """The result holds the logarithms of the probabilities.

    They are useful in training, and negative. Look at the last step: the task wants the probability itself.
    """
    return np.log(_softmax(logits))


def rounded(logits):
    """The probabilities are rounded, to three decimals or so.

    Rounded numbers need not add up to 1: in the worked example three decimals give .999. Round when you print, not
    before.
    """
    return np.round(_softmax(logits), 3)


def _rounded_to(decimals):
    return lambda logits: np.round(_softmax(logits), decimals)


rounded__to_two_decimals = _rounded_to(2)
rounded__to_four_decimals = _rounded_to(4)
rounded__to_five_decimals = _rounded_to(5)
rounded__to_six_decimals = _rounded_to(6)
rounded__to_eight_decimals = _rounded_to(8)


def changes_its_input(logits):
    """The array that was given is overwritten on the way.

    The caller still needs its logits. An operation such as `logits -= ...`, or one with `out=`, writes into the
    caller's array. Build a new one.
    """
    probabilities = _softmax(logits)
    np.exp(logits, out=logits)
    return probabilities
