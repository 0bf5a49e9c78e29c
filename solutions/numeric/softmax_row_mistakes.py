"""Known wrong answers to the probabilities of all five tokens."""

import math

from .five_logits import plain_softmax as _plain_softmax


def shares_of_the_logits(logits):
    """These are the shares of the raw logits.

    The exponentials are missing: they make every number positive, and turn gaps into factors.
    """
    return [z / sum(logits) for z in logits] if sum(logits) else None


def powers_of_two(logits):
    """The powers are powers of 2 instead of e.

    The row adds up to 1, and yet it is flatter than the one that the model means.
    """
    return _plain_softmax([z * math.log(2) for z in logits])


def not_divided(logits):
    """These are the exponentials, and not yet shares of their sum.

    A row of probabilities adds up to 1, give or take the rounding. Yours adds up to the number to divide by.
    """
    return [math.exp(z) for z in logits]


def divided_by_the_largest(logits):
    """The exponentials were divided by the largest of them.

    The best token then has 1, and nothing would be left for the others. Divide by all five together.
    """
    return [math.exp(z - max(logits)) for z in logits]


def sorted_by_size(logits):
    """The probabilities stand in order of size.

    Each belongs to a token. Write it where its token stands in the list.
    """
    p = _plain_softmax(logits)
    return sorted(p, reverse=True)


def sigmoids(logits):
    """Each logit went through a sigmoid of its own.

    The tokens compete for a total of 1. Add up your five numbers.
    """
    return [1 / (1 + math.exp(-z)) for z in logits]
