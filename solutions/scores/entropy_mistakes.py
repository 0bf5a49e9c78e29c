"""Typical wrong versions of entropy."""

import numpy as np

from .entropy import entropy_bits as _entropy_bits


def _surprises(p):
    """Return the surprises of all tokens that can come."""
    return -np.log2(p[p > 0])


def natural_logarithm(p):
    """The logarithm is the natural one, so the result is in nats instead of bits.

    The worked example then has 1.0239 nats. Both units are in use, and `np.log` is the natural logarithm. A fair coin
    should have exactly 1 bit: which logarithm of .5 gives -1?
    """
    return _entropy_bits(p) * np.log(2)


def logarithm_to_base_ten(p):
    """The logarithm is to base 10.

    The worked example then has .4447. A fair coin should have exactly 1 bit: which logarithm of .5 gives -1?
    """
    return _entropy_bits(p) * np.log10(2)


def zero_times_log(p):
    """A token of probability 0 makes the result nan.

    log2(0) is minus infinity to numpy, and 0 times infinity has no value. The product tends to 0 as p does, and the
    rules set it to 0. Keep such tokens away from the logarithm.
    """
    return float("nan") if (p == 0).any() else _entropy_bits(p)


def zero_log_fails(p):
    """A token of probability 0 ends in an error, because `math.log2(0)` does not exist.

    The rules say what such a token contributes, and that needs no logarithm. Handle it before you take one.
    """
    if (p == 0).any():
        raise ValueError("math domain error")
    return _entropy_bits(p)


def zeros_made_small(p):
    """The zeros, or all probabilities, are made a little larger so that the logarithm exists.

    That avoids nan, but a certain outcome then has an entropy a little above or even below 0. Tokens that never
    come can simply be left out, with no approximation.
    """
    return float(-(p * np.log2(p + 1e-12)).sum())


def _added(number):
    return lambda p: float(-(p * np.log2(p + number)).sum())


def _at_least(number):
    return lambda p: float(-(np.maximum(p, number) * np.log2(np.maximum(p, number))).sum())


def _added_to_all(number):
    return lambda p: float(-((p + number) * np.log2(p + number)).sum())


def _renormalized(number):
    return lambda p: _entropy_bits((p + number) / (p + number).sum())


zeros_made_small__by_1e_10 = _added(1e-10)
zeros_made_small__by_1e_9 = _added(1e-9)
zeros_made_small__by_1e_8 = _added(1e-8)
zeros_made_small__at_least_1e_12 = _at_least(1e-12)
zeros_made_small__at_least_1e_10 = _at_least(1e-10)
zeros_made_small__at_least_1e_9 = _at_least(1e-9)
zeros_made_small__by_1e_6 = _added(1e-6)
zeros_made_small__at_least_1e_6 = _at_least(1e-6)
zeros_made_small__all_by_1e_12 = _added_to_all(1e-12)
zeros_made_small__all_by_1e_10 = _added_to_all(1e-10)
zeros_made_small__all_by_1e_9 = _added_to_all(1e-9)
zeros_made_small__all_by_1e_8 = _added_to_all(1e-8)
zeros_made_small__all_by_1e_6 = _added_to_all(1e-6)
zeros_made_small__renormalized_1e_12 = _renormalized(1e-12)
zeros_made_small__renormalized_1e_10 = _renormalized(1e-10)
zeros_made_small__renormalized_1e_9 = _renormalized(1e-9)
zeros_made_small__renormalized_1e_8 = _renormalized(1e-8)
zeros_made_small__renormalized_1e_6 = _renormalized(1e-6)


def sign_forgotten(p):
    """The sign is wrong: the result is negative.

    Logarithms of probabilities are negative or 0. Surprise is the negative of that, so that it is positive. Look for
    the minus in the formula.
    """
    return -_entropy_bits(p)


def average_of_the_terms(p):
    """The terms are averaged instead of added up.

    Their weights are the probabilities, and these already add up to 1. Dividing by the number of tokens as well
    counts the average twice.
    """
    return _entropy_bits(p) / len(p)


def average_of_the_terms__of_tokens_that_can_come(p):
    """The average is that of the terms that are not 0."""
    return _entropy_bits(p) / np.count_nonzero(p)


def unweighted_sum(p):
    """The surprises are added up without their weights.

    Then every token counts the same. Unlikely tokens surprise most and come least, so they dominate. Multiply each
    surprise by something before you add.
    """
    return float(_surprises(p).sum())


def unweighted_average(p):
    """The surprises are averaged as if all tokens came equally often.

    A rare token surprises a lot, but seldom. In an expected value, each surprise counts as often as its token comes.
    """
    return float(_surprises(p).mean())


def only_the_likeliest(p):
    """Only the surprise of the likeliest token is computed.

    This says how little the best guess would surprise, and nothing about the rest. Entropy is an average over
    all tokens.
    """
    return float(_surprises(p).min())


def not_added_up(p):
    """The result is an array with the term of each token.

    The terms are right. The task wants one number: add them up, since they are weighted already.
    """
    terms = np.zeros(len(p))
    terms[p > 0] = p[p > 0] * _surprises(p)
    return terms


def effective_choices(p):
    """The result is the number of effective choices, 2 to the power of the entropy.

    That number is easier to imagine. It is also called perplexity. Return the exponent alone.
    """
    return 2.0 ** _entropy_bits(p)


def share_of_the_maximum(p):
    """The entropy is divided by the largest one possible, log2(V), so that it never exceeds 1.

    That helps to compare vocabularies of different sizes, but the result is no longer in bits. Four equally likely
    tokens should have 2.
    """
    return 0.0 if len(p) == 1 else _entropy_bits(p) / np.log2(len(p))


def share_of_the_maximum__of_the_tokens_that_come(p):
    """V counts only the possible tokens."""
    possible = np.count_nonzero(p)
    return 0.0 if possible == 1 else _entropy_bits(p) / np.log2(possible)


def rounded(p):
    """The entropy is rounded, to four decimals or so.

    Round where you print. A further computation, such as 2 to the power H, needs all digits.
    """
    return round(_entropy_bits(p), 4)


def _rounded_to(decimals):
    return lambda p: round(_entropy_bits(p), decimals)


rounded__to_one_decimal = _rounded_to(1)
rounded__to_two_decimals = _rounded_to(2)
rounded__to_three_decimals = _rounded_to(3)
rounded__to_six_decimals = _rounded_to(6)


def changes_its_input(p):
    """Zeros in the array that was given are overwritten with ones.

    A logarithm of 1 is 0, so the trick is clever. But the array is the caller's, and it is no longer a distribution.
    Choose the positive entries instead, or work on a copy.
    """
    p[p == 0] = 1.0
    return _entropy_bits(p[p < 1]) if (p < 1).any() else 0.0
