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
