"""Known wrong answers to the probability of the likeliest token."""

import math

from .five_logits import plain_softmax as _plain_softmax


def share_of_the_logits(logits):
    """The logit was divided by the sum of the logits, without the exponential.

    Logits can be negative, and their sum can even be 0, so shares of them are no probabilities. Ask what happens to
    every score before the total is formed.
    """
    return max(logits) / sum(logits) if sum(logits) else None


def powers_of_two(logits):
    """The powers are powers of 2 instead of e.

    The gaps between the tokens come out too small that way. A logit of 1 must give 2.718: check the
    base of your powers with it.
    """
    return _plain_softmax([z * math.log(2) for z in logits])[logits.index(max(logits))]


def sigmoid(logits):
    """The logit went through a sigmoid, which looks at one token only.

    Tokens compete for the same total of 1, so the probability of one depends on the logits of all. Where do the other
    four come into your calculation?
    """
    return 1 / (1 + math.exp(-max(logits)))


def all_equally_likely(tokens):
    """Every token got the same share, whatever its logit.

    The logits say that the model prefers some tokens to others. Turn each of them into a positive number first, and
    then compare it with the total.
    """
    return 1 / len(tokens)


def not_divided(logits):
    """The exponential was not divided by the total.

    A probability says which part of the whole a token has. What is the whole here?
    """
    return math.exp(max(logits))


def divided_by_the_rest(logits):
    """The exponential was divided by the sum of the other four.

    That compares the token with its rivals: it is the odds, and can exceed 1. The total under a probability includes
    the token itself.
    """
    p = max(_plain_softmax(logits))
    return p / (1 - p)
