"""Known wrong answers to the probability of the last token in the list."""

import math

from .five_logits import plain_softmax as _plain_softmax


def share_of_the_logits(logits):
    """This is the token's share of the raw logits.

    A logit below 0 would get a negative share, and no probability is negative. There is a step between the logits and
    the shares.
    """
    return logits[-1] / sum(logits) if sum(logits) else None


def not_divided(logits):
    """This is the exponential of the logit, and not yet a probability.

    All five exponentials together are the whole. Which part of the whole is this one?
    """
    return math.exp(logits[-1])


def powers_of_two(logits):
    """The powers are powers of 2 instead of e.

    Unlikely tokens then look more likely than the model means. Check the base: a logit of 1 must give
    2.718.
    """
    return _plain_softmax([z * math.log(2) for z in logits])[-1]


def the_likeliest_instead(logits):
    """This is the probability of the likeliest token.

    The calculation is right, but the question is about another token. Look at which one it wants.
    """
    return max(_plain_softmax(logits))


def the_four_others(logits):
    """This is the probability that some other token comes.

    The two add up to 1. Which of them does the question want?
    """
    return 1 - _plain_softmax(logits)[-1]


def compared_with_the_best(logits):
    """The exponential was divided by the largest one instead of by the sum of all.

    That says how likely the token is compared with the best one. The best would then get 1, and the five would add up
    to more than that.
    """
    p = _plain_softmax(logits)
    return p[-1] / max(p)
