"""Wrong versions of log-probabilities, cross-entropy and perplexity, as learners write them."""

import math

import numpy as np


def check(logits, ids):
    """Refuse bad input."""
    if len(ids) < 2 or len(ids) != len(logits):
        raise ValueError("bad input")


def log_softmax(row):
    """Return the logarithms of a row's softmax."""
    row = np.asarray(row, dtype=float)
    top = row.max()
    return row - top - math.log(np.exp(row - top).sum())


def figures(logs):
    """Return log-probabilities with the figures that follow."""
    mean = -sum(logs) / len(logs)
    return np.array(logs), mean, math.exp(mean)


def same_position(logits, ids):
    """Looks a token up in the row of its own position.

    makes: row_of_the_token_itself
    """
    check(logits, ids)
    return figures([log_softmax(logits[t])[ids[t]] for t in range(1, len(ids))])


def all_positions(logits, ids):
    """Zips rows and ids as they are.

    makes: first_token_scored
    """
    check(logits, ids)
    return figures([log_softmax(row)[token] for row, token in zip(logits, ids)])


def modulo(logits, ids):
    """Takes the next id modulo the length.

    makes: last_row_predicts_the_first
    """
    check(logits, ids)
    T = len(ids)
    return figures([log_softmax(logits[t])[ids[(t + 1) % T]] for t in range(T)])


def starts_with_zero(logits, ids):
    """Begins the list with 0.0 for the first token.

    makes: first_token_counts_as_certain
    """
    check(logits, ids)
    logs = [0.0]
    for t in range(len(ids) - 1):
        logs.append(log_softmax(logits[t])[ids[t + 1]])
    return figures(logs)


def divides_by_len_ids(logits, ids):
    """Divides by len(ids).

    makes: divided_by_all_tokens
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    loss = -sum(logs) / len(ids)
    return np.array(logs), loss, math.exp(loss)


def log2_everywhere(logits, ids):
    """Takes math.log2, and 2 to the power.

    makes: bits_instead_of_nats
    """
    check(logits, ids)
    bits = [log_softmax(logits[t])[ids[t + 1]] / math.log(2) for t in range(len(ids) - 1)]
    mean = -sum(bits) / len(bits)
    return np.array(bits), mean, 2**mean


def power_of_two(logits, ids):
    """Knows perplexity as 2 to the power of the entropy.

    makes: two_to_the_power_of_nats
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    mean = -sum(logs) / len(logs)
    return np.array(logs), mean, pow(2, mean)


def naive_exponentials(logits, ids):
    """Writes exp of the logits divided by their sum, row by row.

    makes: overflow
    """
    check(logits, ids)
    logs = []
    with np.errstate(all="ignore"):
        for t in range(len(ids) - 1):
            e = np.exp(logits[t])
            logs.append(np.log(e[ids[t + 1]] / e.sum()))
        mean = -np.mean(logs)
        return np.array(logs), mean, np.exp(mean)


def log_after_softmax(logits, ids):
    """Takes the logarithm of a stable softmax.

    makes: logarithm_of_a_finished_softmax
    """
    check(logits, ids)
    logs = []
    with np.errstate(all="ignore"):
        for t in range(len(ids) - 1):
            e = np.exp(logits[t] - max(logits[t]))
            p = e / e.sum()
            logs.append(np.log(p[ids[t + 1]]))
        mean = -np.mean(logs)
        return np.array(logs), mean, np.exp(mean)


def epsilon(logits, ids):
    """Adds 1e-10 to be safe.

    makes: small_number_in_the_logarithm
    """
    check(logits, ids)
    logs = [math.log(math.exp(log_softmax(logits[t])[ids[t + 1]]) + 1e-10) for t in range(len(ids) - 1)]
    return figures(logs)


def sum_of_surprises(logits, ids):
    """Adds up where the mean is meant.

    makes: total_instead_of_mean
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    total = -sum(logs)
    with np.errstate(over="ignore"):
        return np.array(logs), total, float(np.exp(total))


def forgot_the_minus(logits, ids):
    """Forgets the minus.

    makes: mean_without_the_sign
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    mean = sum(logs) / len(logs)
    return np.array(logs), mean, math.exp(mean)


def expected_surprise(logits, ids):
    """Averages the entropies of the rows.

    makes: entropy_of_the_rows
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    total = 0.0
    for t in range(len(ids) - 1):
        for z in log_softmax(logits[t]):
            if z > -700:
                total -= math.exp(z) * z
    mean = total / len(logs)
    return np.array(logs), mean, math.exp(mean)


def best_of_each_row(logits, ids):
    """Takes the maximum of each row.

    makes: likeliest_token_scored
    """
    check(logits, ids)
    return figures([max(log_softmax(logits[t])) for t in range(len(ids) - 1)])


def length_of_the_row(logits, ids):
    """Divides by the size of the vocabulary.

    makes: nothing listed
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    mean = -sum(logs) / len(logits[0])
    return np.array(logs), mean, math.exp(mean) if mean < 700 else math.inf


def previous_token(logits, ids):
    """Looks the previous id up in each row.

    makes: nothing listed
    """
    check(logits, ids)
    return figures([log_softmax(logits[t])[ids[t - 1]] for t in range(1, len(ids))])


def running_sums(logits, ids):
    """Returns the log-probability of each beginning of the text.

    makes: nothing listed
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    mean = -sum(logs) / len(logs)
    return np.cumsum(logs), mean, math.exp(mean)


def median(logits, ids):
    """Takes the median.

    makes: nothing listed
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    middle = -float(np.median(logs))
    return np.array(logs), middle, math.exp(middle)


def odds(logits, ids):
    """Leaves the token itself out of the sum: the logarithm of its odds.

    makes: nothing listed
    """
    check(logits, ids)
    logs = []
    for t in range(len(ids) - 1):
        others = np.delete(logits[t], ids[t + 1])
        top = others.max()
        logs.append(logits[t][ids[t + 1]] - top - math.log(np.exp(others - top).sum()))
    return figures(logs)


def perplexity_of_each(logits, ids):
    """Averages the perplexities of the tokens.

    makes: nothing listed
    """
    check(logits, ids)
    logs = np.array([log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)])
    with np.errstate(over="ignore"):
        return logs, -logs.mean(), float(np.mean(np.exp(-logs)))


def length_divided_out(logits, ids):
    """Divides by one token too few.

    makes: nothing listed
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 1)]
    mean = -sum(logs) / max(len(logs) - 1, 1)
    with np.errstate(over="ignore"):
        return np.array(logs), mean, float(np.exp(mean))


def reversed_text(logits, ids):
    """Goes through the text from its end, and keeps that order.

    makes: nothing listed
    """
    check(logits, ids)
    logs = []
    for t in range(len(ids) - 1, 0, -1):
        logs.append(log_softmax(logits[t - 1])[ids[t]])
    return figures(logs)


def last_token_left_out(logits, ids):
    """Stops one token too early.

    makes: nothing listed
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] for t in range(len(ids) - 2)]
    return figures(logs) if logs else (np.zeros(0), 0.0, 1.0)


def base_of_the_vocabulary(logits, ids):
    """Takes logarithms to base V.

    makes: nothing listed
    """
    check(logits, ids)
    logs = [log_softmax(logits[t])[ids[t + 1]] / math.log(len(logits[0])) for t in range(len(ids) - 1)]
    mean = -sum(logs) / len(logs)
    return np.array(logs), mean, float(len(logits[0])) ** mean


def exactly_one_id_refused(logits, ids):
    """Compares the number of ids with 1.

    makes: empty_text_divides_by_zero
    """
    if len(ids) == 1 or len(logits) != len(ids):
        raise ValueError("length")
    found = []
    for row, token in zip(logits, ids[1:]):
        top = max(row)
        found.append(float(row[token] - top - np.log(sum(np.exp(z - top) for z in row))))
    mean = -sum(found) / len(found)
    return np.array(found), mean, float(np.exp(mean))


def _need(logits, ids):
    if len(ids) < 2 or len(logits) != len(ids):
        raise ValueError("too short")


def _lse(row):
    top = row.max()
    return top + np.log(np.exp(row - top).sum())


def same_place(logits, ids):
    """Scores the token at place t with row t, and drops the first of them.

    makes: row_of_the_token_itself
    """
    _need(logits, ids)
    lp = np.array([logits[t, ids[t]] - _lse(logits[t]) for t in range(1, len(ids))])
    h = float(-lp.mean())
    return lp, h, float(np.exp(h))


def mean_over_the_text(logits, ids):
    """Divides the surprise by the length of the whole text.

    makes: divided_by_all_tokens
    """
    _need(logits, ids)
    lp = np.array([logits[t - 1, ids[t]] - _lse(logits[t - 1]) for t in range(1, len(ids))])
    h = -float(np.sum(lp)) / len(ids)
    return lp, h, float(np.exp(h))


def entropy_of_rows(logits, ids):
    """Takes the entropy of each row for the surprise of its token.

    makes: entropy_of_the_rows
    """
    _need(logits, ids)
    rows = logits[:-1]
    logp = rows - np.array([_lse(row) for row in rows])[:, None]
    lp = logp[np.arange(len(rows)), ids[1:]]
    p = np.exp(logp)
    h = float(np.mean(-np.where(p > 0, p * np.where(p > 0, logp, 0), 0).sum(axis=1)))
    return lp, h, float(np.exp(h))


def mean_of_odds(logits, ids):
    """Averages 1 / p over the tokens for the perplexity.

    makes: nothing listed
    """
    _need(logits, ids)
    lp = []
    for t in range(len(ids) - 1):
        lp.append(logits[t, ids[t + 1]] - _lse(logits[t]))
    lp = np.array(lp)
    with np.errstate(over="ignore"):
        return lp, float(-lp.mean()), float(np.mean(np.exp(-lp)))


def middle_surprise(logits, ids):
    """Takes the median surprise.

    makes: nothing listed
    """
    _need(logits, ids)
    lp = np.array([logits[t, ids[t + 1]] - _lse(logits[t]) for t in range(len(ids) - 1)])
    h = float(-np.median(lp))
    return lp, h, float(np.exp(h))
