"""Known wrong answers to the score of a text in a beam search."""

import math


def no_length_penalty(p):
    """This is the sum of the log-probabilities.

    With alpha = 1 it is divided by the number of tokens.
    """
    return math.log(math.prod(p))


def eos_not_counted(p):
    """EOS was left out of the number of tokens.

    It was predicted like the others, and its probability is in the sum.
    """
    return math.log(math.prod(p)) / 3


def sign_forgotten(p):
    """The sign is missing.

    A probability below 1 has a negative logarithm, so scores are negative.
    """
    return -math.log(math.prod(p)) / 4


def base_two(p):
    """The logarithms are those to base 2.

    Scores are sums of natural logarithms here.
    """
    return math.log2(math.prod(p)) / 4


def base_ten(p):
    """The logarithms are those to base 10.

    Scores are sums of natural logarithms here. On many calculators that key is called ln.
    """
    return math.log10(math.prod(p)) / 4


def geometric_mean(p):
    """This is e to the power of the score.

    It is the geometric mean of the probabilities. The score is its logarithm.
    """
    return math.prod(p) ** (1 / 4)


def logarithm_of_the_mean(p):
    """The probabilities were averaged, and then the logarithm was taken.

    Take each logarithm first. The mean of logarithms is another number than the logarithm of the mean.
    """
    return math.log(sum(p) / 4)


def multiplied(p):
    """The sum was multiplied by the number of tokens.

    A length penalty makes up for the many factors of a long text: it divides.
    """
    return math.log(math.prod(p)) * 4
