"""Wrong versions of softmax by hand, as learners write them."""
import math

import numpy as np


def shares_of_scores(logits):
    """Divides each score by the total of the scores, in a comprehension.

    makes: no_exponential
    """
    total = sum(logits)
    return np.array([z / total for z in logits])


def sizes_shared(logits):
    """Takes the absolute values so that nothing is negative.

    makes: absolute_values
    """
    sizes = [abs(float(z)) for z in logits]
    return np.array(sizes) / math.fsum(sizes)


def only_exponentials(logits):
    """Returns e to the power of each score and forgets to divide.

    makes: not_normalised
    """
    out = []
    for z in logits:
        out.append(math.e ** z)
    return np.array(out)


def relative_to_best(logits):
    """Subtracts the maximum and takes the exponential, without a division by the sum.

    makes: divided_by_largest
    """
    return np.exp(logits - np.max(logits))


def powers_of_two(logits):
    """Writes 2 ** logit.

    makes: base_two
    """
    weights = [2.0 ** z for z in logits]
    return np.array([w / sum(weights) for w in weights])


def minus_in_the_exponent(logits):
    """Writes exp(-x), as in the sigmoid, and shares it out.

    makes: sign_turned
    """
    e = 1 / np.exp(logits)
    return e / np.sum(e)


def logistic(logits):
    """Applies the logistic function to each score.

    makes: sigmoid_for_each
    """
    return np.exp(logits) / (1 + np.exp(logits))


def sorted_downwards(logits):
    """Sorts the finished probabilities, largest first.

    makes: sorted_result
    """
    e = np.exp(logits)
    return np.array(sorted(e / e.sum(), reverse=True))


def log_softmax(logits):
    """Returns the logit minus the log of the sum of exponentials.

    makes: log_probabilities
    """
    return logits - math.log(sum(math.exp(z) for z in logits))


def rounded_in_place(logits):
    """Rounds each probability to three decimals.

    makes: rounded
    """
    e = [math.exp(z) for z in logits]
    return np.array([round(x / sum(e), 3) for x in e])


def sorted_upwards(logits):
    """Sorts the finished probabilities, smallest first.

    makes: nothing listed
    """
    e = np.exp(logits)
    return np.sort(e / e.sum())


def divided_by_mean(logits):
    """Divides by the mean of the exponentials instead of their sum.

    makes: nothing listed
    """
    e = np.exp(logits)
    return e / e.mean()


def squared(logits):
    """Squares the scores instead of taking the exponential.

    makes: nothing listed
    """
    return logits**2 / (logits**2).sum()


def first_two_decimals(logits):
    """Rounds each probability to two decimals.

    makes: rounded
    """
    e = np.exp(logits)
    return np.round(e / e.sum(), 2)


def norm(logits):
    """Divides the exponentials by their Euclidean norm.

    makes: nothing listed
    """
    e = np.exp(logits)
    return e / np.sqrt((e**2).sum())


def hardmax(logits):
    """Gives everything to the largest score.

    makes: nothing listed
    """
    result = np.zeros(len(logits))
    result[np.argmax(logits)] = 1.0
    return result


def running_sum(logits):
    """Divides each exponential by the sum of those so far, since the sum is made in the same loop.

    makes: nothing listed
    """
    total, out = 0.0, []
    for z in logits:
        total += math.exp(z)
        out.append(math.exp(z) / total)
    return np.array(out)


def relu_shares(logits):
    """Sets negative scores to 0 and shares the rest out.

    makes: nothing listed
    """
    kept = np.maximum(logits, 0)
    return kept / kept.sum() if kept.sum() > 0 else np.ones(len(logits)) / len(logits)


def shares_of_scores_guarded(logits):
    """Divides by the total of the scores, unless that is 0.

    makes: no_exponential
    """
    total = logits.sum()
    return logits / total if total != 0 else np.ones(len(logits)) / len(logits)


def sigmoids_with_a_limit(logits):
    """Applies the sigmoid in two cases, for positive and for negative scores.

    makes: sigmoid_for_each
    """
    return np.array([1 / (1 + math.exp(-z)) if z >= 0 else math.exp(z) / (1 + math.exp(z)) for z in logits])


def exponentials_in_place(logits):
    """Writes the exponentials into the array given.

    makes: changes_its_input
    """
    for i in range(len(logits)):
        logits[i] = math.exp(logits[i])
    return logits / logits.sum()


def half_of_tanh(logits):
    """Uses (1 + tanh(x / 2)) / 2 for each score, found in a post on activations.

    makes: sigmoid_for_each
    """
    return 0.5 * (1.0 + np.tanh(0.5 * np.array(logits, dtype=float)))


def loop_variable_assigned(logits):
    """Divides the loop variable, which leaves the list as it was.

    makes: not_normalised
    """
    exps = [math.exp(z) for z in logits]
    total = sum(exps)
    for e in exps:
        e = e / total
    return np.array(exps)


def total_taken_again_each_time(logits):
    """Divides in place and adds the list up anew for each entry.

    makes: nothing listed
    """
    probs = list(np.exp(logits))
    for i in range(len(probs)):
        probs[i] = probs[i] / sum(probs)
    return np.array(probs)


def best_first(logits):
    """Sorts at the end, the likeliest first.

    makes: sorted_result
    """
    e = np.exp(logits)
    p = e / e.sum()
    return np.array(sorted(p, reverse=True))


def scaled_to_the_top(logits):
    """Divides by the maximum.

    makes: divided_by_largest
    """
    exps = np.exp(logits)
    return exps / max(exps)


def divided_by_sum(logits):
    """Divides the logits by their sum, without the exponential.

    makes: no_exponential
    """
    total = 0.0
    for z in logits:
        total = total + z
    return np.array([z / total if total else 0.0 for z in logits])


def base_two_loop(logits):
    """Powers of 2 instead of e.

    makes: base_two
    """
    powers = [2 ** float(z) for z in logits]
    return np.array(powers) / sum(powers)


def scores_shared(logits):
    """Adds up the exponentials in a dict and divides the scores by that sum.

    makes: scores_over_the_sum
    """
    powers = {i: math.exp(z) for i, z in enumerate(logits)}
    below = math.fsum(powers.values())
    return np.array([float(logits[i]) / below for i in powers])
