"""Known wrong answers to the log-probability of a sequence of three tokens."""

import math


def base_ten(p):
    """The logarithms are those to base 10.

    Log-probabilities of language models are natural logarithms. On many calculators that key is called ln.
    """
    return math.log10(math.prod(p))


def base_two(p):
    """The logarithms are those to base 2.

    These give bits. Log-probabilities of language models are natural logarithms.
    """
    return math.log2(math.prod(p))


def sign_forgotten(p):
    """The sign is missing.

    A probability below 1 has a negative logarithm. Without the sign this is the surprise of the sequence.
    """
    return -math.log(math.prod(p))


def logarithm_of_the_sum(p):
    """The probabilities were added up, and then the logarithm was taken.

    The logarithm turns a product into a sum. Which of the two stands inside it?
    """
    return math.log(sum(p))


def average(p):
    """This is the average per token.

    It is useful for comparing texts of different lengths. The question is about the whole sequence.
    """
    return math.log(math.prod(p)) / 3


def no_logarithm(p):
    """This is the probability itself.

    The product is right. One step is missing.
    """
    return math.prod(p)


def logarithms_multiplied(p):
    """The three logarithms were multiplied.

    Probabilities are multiplied. What happens to their logarithms then?
    """
    return math.prod(math.log(each) for each in p)
