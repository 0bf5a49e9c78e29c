"""Wrong versions of entropy, as learners write them."""
import math

import numpy as np


def nats_in_a_loop(p):
    """Takes math.log, the natural logarithm, in a loop.

    makes: natural_logarithm
    """
    total = 0.0
    for probability in p:
        if probability > 0:
            total -= probability * math.log(probability)
    return total


def base_ten_where(p):
    """Takes log10 with np.where around the zeros.

    makes: logarithm_to_base_ten
    """
    safe = np.where(p > 0, p, 1)
    return -np.sum(p * np.log10(safe))


def nan_from_numpy(p):
    """Multiplies p by its logarithm as it stands, zeros included.

    makes: zero_times_log
    """
    with np.errstate(all="ignore"):
        return float(-np.dot(p, np.log2(p)))


def math_log2_of_zero(p):
    """Calls math.log2 for every token, also where it is 0.

    makes: zero_log_fails
    """
    bits = 0
    for x in p.tolist():
        bits += x * -math.log2(x)
    return bits


def clipped_from_below(p):
    """Clips the probabilities to at least 1e-12 before the logarithm and the product.

    makes: zeros_made_small
    """
    p = np.clip(p, 1e-12, 1.0)
    return float(-np.sum(p * np.log2(p)))


def forgot_the_minus(p):
    """Sums p log p and returns it as it is.

    makes: sign_forgotten
    """
    s = 0.0
    for x in p:
        if x == 0:
            continue
        s += x * math.log(x, 2)
    return s


def mean_of_terms(p):
    """Calls mean() on the terms where sum() was meant.

    makes: average_of_the_terms
    """
    terms = [-x * math.log2(x) if x > 0 else 0.0 for x in p]
    return float(np.mean(terms))


def perplexity(p):
    """Returns the perplexity, computed as a product of powers.

    makes: effective_choices
    """
    result = 1.0
    for x in p:
        if x > 0:
            result *= x ** -x
    return result


def normalised_entropy(p):
    """Divides by log(V), which gives a share of the maximum; guards V = 1.

    makes: share_of_the_maximum
    """
    h = -sum(x * math.log(x) for x in p if x > 0)
    return h / math.log(len(p)) if len(p) > 1 else 0.0


def two_decimals(p):
    """Rounds the entropy to two decimals.

    makes: rounded
    """
    q = p[p > 0]
    return round(float(-(q * np.log2(q)).sum()), 2)


def last_token_left_out(p):
    """The loop ends one token too early.

    makes: nothing listed
    """
    h = 0.0
    for i in range(len(p) - 1):
        if p[i] > 0:
            h -= p[i] * math.log2(p[i])
    return h


def gini(p):
    """Computes the Gini impurity, 1 minus the sum of squares.

    makes: nothing listed
    """
    return float(1 - (p**2).sum())


def squared_weights(p):
    """Weights each surprise with the square of its probability.

    makes: nothing listed
    """
    q = p[p > 0]
    return float((q * q * -np.log2(q)).sum())


def softmax_first(p):
    """Takes a softmax of the probabilities before the entropy.

    makes: nothing listed
    """
    e = np.exp(p)
    e = e / e.sum()
    return float(-(e * np.log2(e)).sum())


def binary_terms(p):
    """Adds up the binary entropy of every token.

    makes: nothing listed
    """
    h = 0.0
    for x in p:
        if 0 < x < 1:
            h -= x * math.log2(x) + (1 - x) * math.log2(1 - x)
    return h


def zeros_replaced(p):
    """Replaces only the zeros by 1e-12.

    makes: zeros_made_small
    """
    q = np.where(p == 0, 1e-12, p)
    return float(-(q * np.log2(q)).sum())


def small_number_in_the_logarithm(p):
    """Adds 1e-9 in the logarithm.

    makes: zeros_made_small
    """
    return -sum(float(x) * math.log2(x + 1e-9) for x in p)


def surprises_added(p):
    """Adds the surprises up.

    makes: unweighted_sum
    """
    return sum(-math.log2(x) for x in p if x > 0)


def surprises_averaged(p):
    """Averages the surprises of the tokens that can come.

    makes: unweighted_average
    """
    surprises = [-math.log2(x) for x in p if x > 0]
    return sum(surprises) / len(surprises)


def best_surprise(p):
    """Returns the surprise of the best token.

    makes: only_the_likeliest
    """
    return -math.log2(max(p))


def list_of_terms(p):
    """Returns the terms.

    makes: not_added_up
    """
    return np.array([-x * math.log2(x) if x > 0 else 0.0 for x in p])


def nats_by_comprehension(p):
    """Writes math.log and thinks of base 2.

    makes: natural_logarithm
    """
    return -sum(float(x) * math.log(x) for x in p if x > 0)


def tiny_number_everywhere(p):
    """Guards the logarithm with 1e-10.

    makes: zeros_made_small
    """
    return float(-(p * np.log2(p + 1e-10)).sum())


def rest_of_the_best_only(p):
    """Takes the best token against all the rest, as a yes-or-no question.

    makes: nothing listed
    """
    best = float(np.max(p))
    if best >= 1:
        return 0.0
    return -(best * math.log2(best) + (1 - best) * math.log2(1 - best))


def leaves_out_the_rare_ones(p):
    """Takes only tokens above one in twenty, since the rest 'hardly counts'.

    makes: nothing listed
    """
    likely = p[p > 0.05]
    return float(-(likely * np.log2(likely)).sum())


def relative_to_the_support(p):
    """Divides by the logarithm of how many tokens are left after the zeros are dropped.

    makes: share_of_the_maximum
    """
    p = p[p > 0]
    h = -(p * np.log2(p)).sum()
    n = len(p)
    return float(h / np.log2(n)) if n > 1 else 0.0


def smoothed_and_renormalised(p):
    """Adds 1e-6 everywhere and makes it a distribution again.

    makes: zeros_made_small
    """
    q = p + 1e-6
    q = q / q.sum()
    total = 0.0
    for x in q:
        total -= x * math.log(x, 2)
    return total


def collision_entropy(p):
    """Takes the logarithm of the sum of squares.

    makes: nothing listed
    """
    same_twice = sum(float(x) ** 2 for x in p)
    return -math.log2(same_twice)


def surprise_of_the_best(p):
    """Takes the logarithm of the largest probability.

    makes: only_the_likeliest
    """
    return float(-np.log2(np.max(p)))


def generator_with_log2(p):
    """Leaves no zero out of the sum.

    makes: zero_log_fails
    """
    return -sum(x * math.log2(x) for x in p)


def natural_log(p):
    """In nats: the natural logarithm; a loop that leaves out zeros.

    makes: natural_logarithm
    """
    from math import log
    bits = 0.0
    for chance in p:
        if not chance:
            continue
        bits += chance * -log(chance)
    return float(bits)


def log_of_shifted(p):
    """Adds 1e-8 inside the logarithm, so that zero does no harm.

    makes: zeros_made_small
    """
    surprise = -np.log2(np.asarray(p) + 1e-8)
    return float(np.dot(p, surprise))


def certainty(probs):
    """Returns how far the entropy is from the largest possible.

    makes: nothing listed
    """
    p = np.asarray(probs, dtype=float)
    kept = p[p > 0]
    return float(np.log2(len(p)) + (kept * np.log2(kept)).sum())


def largest_term(probs):
    """Returns the largest of the terms.

    makes: nothing listed
    """
    p = np.asarray(probs, dtype=float)
    kept = p[p > 0]
    return float((-kept * np.log2(kept)).max())
