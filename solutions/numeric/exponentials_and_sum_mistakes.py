"""Known wrong answers to the exponentials and their sum."""

import math


def _with_sum(row):
    return [*row, sum(row)]


def powers_of_two(logits):
    """The powers are powers of 2 instead of e.

    Check the base with a logit of 1: its exponential is 2.718.
    """
    return _with_sum([2**z for z in logits])


def powers_of_ten(logits):
    """The powers are powers of 10 instead of e.

    Check the base with a logit of 1: its exponential is 2.718. On many calculators the key is called e with a small x.
    """
    return _with_sum([10**z for z in logits])


def no_exponential(logits):
    """The logits were added up as they are.

    Some of them may be negative. Softmax first makes every one of them positive.
    """
    return _with_sum(logits)


def multiplied_by_e(logits):
    """Each logit was multiplied by e.

    The logit is the exponent: it says how often e is multiplied by itself.
    """
    return _with_sum([math.e * z for z in logits])


def exponential_of_the_sum(logits):
    """The sum is the exponential of the added logits.

    Add up the five numbers that you have just written down.
    """
    return [*map(math.exp, logits), math.exp(sum(logits))]
