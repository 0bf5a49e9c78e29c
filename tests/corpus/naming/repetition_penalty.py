"""Wrong versions of the repetition penalty, as learners write them."""
import math

import numpy as np


def _check(r):
    if r <= 0:
        raise ValueError("r must be above 0")


def paper_formula(logits, seen, r):
    """Divides whatever the sign.

    makes: always_divided
    """
    _check(r)
    out = logits.copy()
    for token in set(seen):
        out[token] /= r
    return out


def multiplied_list(logits, seen, r):
    """Multiplies whatever the sign, in a comprehension.

    makes: always_multiplied
    """
    _check(r)
    return np.array([z * r if i in seen else z for i, z in enumerate(logits)])


def greater_and_smaller_mixed_up(logits, seen, r):
    """Writes < where > was meant.

    makes: cases_exchanged
    """
    _check(r)
    out = np.array(logits, dtype=float)
    for i in np.unique(np.array(seen, dtype=int)):
        if out[i] < 0:
            out[i] = out[i] / r
        else:
            out[i] = out[i] * r
    return out


def without_a_set(logits, seen, r):
    """Goes through the list with its repeats.

    makes: once_per_occurrence
    """
    _check(r)
    out = logits.tolist()
    for i in seen:
        if out[i] > 0:
            out[i] = out[i] / r
        else:
            out[i] = out[i] * r
    return np.array(out)


def log_taken_off(logits, seen, r):
    """Subtracts log(r).

    makes: log_r_subtracted
    """
    _check(r)
    out = logits.copy()
    for i in set(seen):
        out[i] = out[i] - math.log(r)
    return out


def r_taken_off(logits, seen, r):
    """Subtracts r from seen tokens.

    makes: r_subtracted
    """
    _check(r)
    mask = np.zeros(len(logits), dtype=bool)
    mask[list(seen)] = True
    return logits - r * mask if not np.isinf(logits).any() else np.where(mask, logits - r, logits)


def positive_only(logits, seen, r):
    """Penalizes positive ones and leaves the others.

    makes: negatives_left_out
    """
    _check(r)
    out = logits.copy()
    for i in set(seen):
        if out[i] > 0:
            out[i] /= r
    return out


def newest_only(logits, seen, r):
    """Looks at seen[-1] only.

    makes: only_the_last_token
    """
    _check(r)
    out = logits.copy()
    if len(seen) > 0:
        last = seen[-1]
        out[last] = out[last] / r if out[last] > 0 else out[last] * r
    return out


def r_at_least_one(logits, seen, r):
    """Refuses r < 1.

    makes: below_one_refused
    """
    if r < 1:
        raise ValueError("r must be at least 1")
    out = logits.copy()
    for i in set(seen):
        out[i] = out[i] / r if out[i] > 0 else out[i] * r
    return out


def zero_slips_through(logits, seen, r):
    """Tests r < 0 where r <= 0 was asked for.

    makes: zero_accepted
    """
    if r < 0:
        raise ValueError("negative")
    out = logits.copy()
    with np.errstate(all="ignore"):
        for i in set(seen):
            out[i] = np.divide(out[i], r) if out[i] >= 0 else out[i] * r
    return out


def written_into_the_argument(logits, seen, r):
    """Writes into logits.

    makes: changes_its_input
    """
    _check(r)
    for i in set(seen):
        logits[i] = logits[i] / r if logits[i] > 0 else logits[i] * r
    return logits


def first_seen_only(logits, seen, r):
    """Penalizes only the first token of the list.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    for i in seen[:1]:
        out[i] = out[i] / r if out[i] > 0 else out[i] * r
    return out


def only_repeated_ones(logits, seen, r):
    """Penalizes only tokens that stand at least twice in the list.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    for i in set(seen):
        if seen.count(i) > 1:
            out[i] = out[i] / r if out[i] > 0 else out[i] * r
    return out


def squared(logits, seen, r):
    """Divides and multiplies by r squared.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    for i in set(seen):
        out[i] = out[i] / r**2 if out[i] > 0 else out[i] * r**2
    return out


def last_three(logits, seen, r):
    """Looks at the last three tokens of the text.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    for i in set(seen[-3:]):
        out[i] = out[i] / r if out[i] > 0 else out[i] * r
    return out


def negatives_only(logits, seen, r):
    """Penalizes only negative logits.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    for i in set(seen):
        if out[i] < 0:
            out[i] *= r
    return out


def neighbour_penalised(logits, seen, r):
    """Penalizes the id after each seen one.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    for i in set(seen):
        j = (i + 1) % len(out)
        out[j] = logits[j] / r if logits[j] > 0 else logits[j] * r
    return out


def below_the_mean(logits, seen, r):
    """Asks whether the logit is below the mean instead of below 0.

    makes: nothing listed
    """
    _check(r)
    out = logits.copy()
    mean = logits[np.isfinite(logits)].mean() if np.isfinite(logits).any() else 0.0
    for i in set(seen):
        out[i] = out[i] / r if out[i] > mean else out[i] * r
    return out


_seen = set()


def remembers_seen(logits, seen, r):
    """Collects the seen ids in a global set that is never emptied.

    makes: nothing listed
    """
    _check(r)
    _seen.update(seen)
    out = logits.copy()
    for i in _seen:
        if i < len(out):
            out[i] = out[i] / r if out[i] > 0 else out[i] * r
    return out


def divides_in_a_loop(logits, seen, r):
    """Walks through `seen` and divides each time by the rule for the sign.

    makes: once_per_occurrence
    """
    if r <= 0:
        raise ValueError("r")
    out = logits.astype(float)
    for token in seen:
        if out[token] > 0:
            out[token] /= r
        else:
            out[token] *= r
    return out


def signs_forgotten(logits, seen, r):
    """Divides the seen ones, all with numpy.

    makes: always_divided
    """
    if r <= 0:
        raise ValueError("r has to be positive")
    ids = np.unique(np.array(seen, dtype=int))
    out = np.array(logits, dtype=float)
    out[ids] = out[ids] / r
    return out


def only_tokens_seen_twice(logits, seen, r):
    """Penalises a token only if it has come at least twice.

    makes: nothing listed
    """
    if r <= 0:
        raise ValueError("r")
    out = logits.copy()
    for token in set(seen):
        if seen.count(token) > 1:
            out[token] = out[token] / r if out[token] > 0 else out[token] * r
    return out


def pushed_towards_the_mean(logits, seen, r):
    """Divides the distance to the smallest finite logit by r.

    makes: nothing listed
    """
    if r <= 0:
        raise ValueError("r")
    out = logits.copy()
    finite = logits[np.isfinite(logits)]
    floor = finite.min() if finite.size else 0.0
    for token in set(seen):
        if np.isfinite(out[token]):
            out[token] = floor + (out[token] - floor) / r
    return out


def power_of_the_count(logits, seen, r):
    """Takes r to the power of how often a token has come.

    makes: once_per_occurrence
    """
    if not r > 0:
        raise ValueError("r")
    counts = np.zeros(len(logits))
    for token in seen:
        counts[token] += 1
    factor = np.power(float(r), counts)
    return np.where(logits < 0, logits * factor, logits / factor)


def inverse_first(logits, seen, r):
    """Computes 1 / r at the top and looks at nothing.

    makes: zero_fails_in_division
    """
    inverse = 1 / float(r)
    result = logits.tolist()
    for token in dict.fromkeys(seen):
        result[token] *= inverse if result[token] >= 0 else r
    return np.array(result)


def on_log_probabilities(logits, seen, r):
    """Takes the log of a softmax before the penalty.

    makes: nothing listed
    """
    if r <= 0:
        raise ValueError("r must be positive")
    top = logits.max()
    logp = logits - top - np.log(np.exp(logits - top).sum())
    for token in set(seen):
        logp[token] = logp[token] * r if logp[token] < 0 else logp[token] / r
    return logp


def where_over_everything(logits, seen, r):
    """Applies np.where to all logits and never uses seen.

    makes: everything_penalised
    """
    if r <= 0:
        raise ValueError("r")
    return np.where(logits > 0, logits / r, logits * r)


def never_again(logits, seen, r):
    """Writes -inf for what has come.

    makes: seen_banned
    """
    if not r > 0:
        raise ValueError("r")
    out = np.array(logits, dtype=float)
    for i in seen:
        out[i] = -math.inf
    return out


def only_real_penalties(logits, seen, r):
    """Takes an r below 1 for none.

    makes: below_one_ignored
    """
    if r <= 0:
        raise ValueError("r must be positive")
    if r < 1:
        return logits.copy()
    out = logits.copy()
    for i in set(seen):
        if out[i] >= 0:
            out[i] = out[i] / r
        else:
            out[i] = out[i] * r
    return out


def as_much_off_negatives(logits, seen, r):
    """Takes as much off a negative logit as off a positive one of its size.

    makes: nothing listed
    """
    if r <= 0:
        raise ValueError("r must be above 0")
    out = logits.copy()
    for i in set(seen):
        if np.isfinite(out[i]):
            out[i] = out[i] - abs(out[i]) * (1 - 1 / r)
    return out


def divide_all(logits, seen, r):
    """Divides negative logits as well.

    makes: always_divided
    """
    if r <= 0:
        raise ValueError("r")
    is_seen = np.zeros(logits.shape, dtype=bool)
    is_seen[list(set(seen))] = True
    return np.where(is_seen, logits / r, logits)


def once_each_time(logits, seen, r):
    """Penalizes a token again for every time that it occurs.

    makes: once_per_occurrence
    """
    if not r > 0:
        raise ValueError("r has to be above 0")
    from collections import Counter
    new = [float(z) for z in logits]
    for token, n in Counter(seen).items():
        factor = r**n
        new[token] = new[token] * factor if new[token] < 0 else new[token] / factor
    return np.array(new)
