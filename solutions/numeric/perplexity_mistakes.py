"""Known wrong answers to the perplexity of three tokens."""

import math


def cross_entropy(p):
    """This is the cross-entropy in nats.

    The mean surprise is right. The perplexity is e to the power of it.
    """
    return -math.log(math.prod(p)) / 3


def inverse_of_the_product(p):
    """The surprises were added up and not averaged.

    This is one divided by the probability of the whole text. Perplexity is per token: divide by three before you
    undo the logarithm.
    """
    return 1 / math.prod(p)


def inverse_of_the_mean(p):
    """The probabilities were averaged, and one divided by their mean.

    Which mean belongs to a product: the one of sums, or the one with a root?
    """
    return 3 / sum(p)


def mean_of_the_inverses(p):
    """The perplexities of the single tokens were averaged.

    Average the surprises, which are logarithms, and undo the logarithm once at the end.
    """
    return sum(1 / each for each in p) / 3


def two_to_the_power_of_nats(p):
    """The mean of natural logarithms was used as an exponent of 2.

    A logarithm is undone with its own base: e for nats, 2 for bits.
    """
    return 2 ** (-math.log(math.prod(p)) / 3)


def geometric_mean(p):
    """This is the geometric mean of the probabilities, below 1.

    The perplexity counts equally likely tokens, so it is 1 or more. The sign of the exponent is wrong.
    """
    return math.prod(p) ** (1 / 3)


def square_root(p):
    """The mean divides by two.

    All three tokens have a prediction here. How many surprises do you add up?
    """
    return (1 / math.prod(p)) ** (1 / 2)
