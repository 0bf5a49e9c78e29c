"""Known wrong answers to the temperature that gives a ratio."""

import math


def _gap(logits):
    return logits[0] - logits[1]


def logarithm_to_base_ten(logits, ratio):
    """The logarithm is the one to base 10.

    Softmax uses powers of e, so the natural logarithm undoes it. On many calculators that key is called ln.
    """
    return _gap(logits) / math.log10(ratio)


def logarithm_to_base_two(logits, ratio):
    """The logarithm is the one to base 2.

    It belongs to bits. Softmax uses powers of e; which logarithm undoes those?
    """
    return _gap(logits) / math.log2(ratio)


def upside_down(logits, ratio):
    """The fraction is upside down.

    Put your temperature in and see: the gap divided by it must be the logarithm of the ratio.
    """
    return math.log(ratio) / _gap(logits)


def no_logarithm(logits, ratio):
    """The gap was divided by the ratio itself.

    The ratio is an exponential of the gap, so something has to undo the exponential first.
    """
    return _gap(logits) / ratio


def multiplied(logits, ratio):
    """The gap was multiplied by the logarithm.

    The temperature divides the gap. Solve that for the temperature, step by step.
    """
    return _gap(logits) * math.log(ratio)


def share_instead_of_ratio(logits, ratio):
    """One more than the ratio went into the logarithm.

    That is the number of all parts together. The question compares the two tokens with each other, and not one of them
    with both.
    """
    return _gap(logits) / math.log(ratio + 1)
