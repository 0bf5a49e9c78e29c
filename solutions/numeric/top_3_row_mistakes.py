"""Known wrong answers to the probabilities of the three likeliest tokens."""

import math

from .five_logits import plain_softmax as _plain_softmax


def _ordered(logits):
    return sorted(_plain_softmax(logits), reverse=True)


def not_shared_out(logits):
    """These are the probabilities from before the cut.

    They no longer add up to 1. Renormalize them: divide each by the sum of the three.
    """
    return _ordered(logits)[:3]


def all_equal():
    """The three tokens got equal shares.

    Which tokens stay is right. How the model rates them against each other must stay as well.
    """
    return [1 / 3] * 3


def rest_to_the_best(logits):
    """The likeliest token got everything that was cut, and the others nothing.

    All three grow by the same factor. Which factor makes the sum 1?
    """
    p = _ordered(logits)
    return [1 - p[1] - p[2], p[1], p[2]]


def rest_shared_equally(logits):
    """Every kept token got a third of what was cut.

    That helps the weakest of them most. Multiply all three by the same number.
    """
    p = _ordered(logits)
    return [each + sum(p[3:]) / 3 for each in p[:3]]


def softmax_again(logits):
    """Softmax was taken once more, of the probabilities.

    Softmax belongs to logits. The three probabilities need only be scaled.
    """
    exponentials = [math.exp(each) for each in _ordered(logits)[:3]]
    return [each / sum(exponentials) for each in exponentials]


def first_three_in_the_list(logits):
    """The first three tokens of the list were kept.

    The list is in no order. Look for the three largest probabilities.
    """
    p = _plain_softmax(logits)[:3]
    return sorted((each / sum(p) for each in p), reverse=True)
