"""Known wrong answers to the probability of a sequence of three tokens."""

import math


def added_up(p):
    """The three probabilities were added up.

    A longer text would then be more likely than a shorter one. All three tokens have to come, one after the other.
    """
    return sum(p)


def last_only(p):
    """This is the probability of the last token.

    It holds only after the first two have come. How likely are those?
    """
    return p[2]


def first_two_only(p):
    """The last token was left out.

    The sequence has three tokens, and each of them has to come.
    """
    return p[0] * p[1]


def average(p):
    """This is the average of the three probabilities.

    A sequence is less likely than its least likely token, since every further token can go wrong as well.
    """
    return sum(p) / 3


def least_likely_token(p):
    """This is the smallest of the three probabilities.

    The other two tokens are not certain either. Multiply all three.
    """
    return min(p)


def per_token(p):
    """This is the probability per token, the third root of the answer.

    It is useful for comparing texts of different lengths. The question is about the whole sequence.
    """
    return math.prod(p) ** (1 / 3)
