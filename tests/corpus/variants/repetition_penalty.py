"""Right ways to write the repetition penalty; the grader must accept every one of them."""

import math
from collections import Counter
from functools import reduce

import numpy as np


def variant_where_on_ids(logits, seen, r):
    """Pick the logits of the sorted ids out and put them back."""
    if not r > 0:
        raise ValueError("r")
    ids = sorted(set(seen))
    result = logits.copy()
    z = logits[ids]
    result[ids] = np.where(z < 0, z * r, z / r)
    return result


def variant_fancy_assignment(logits, seen, r):
    """Assign through the list with its repeats; every repeat writes the same number."""
    if r <= 0:
        raise ValueError
    index = np.array(seen, dtype=int)
    result = np.array(logits)
    z = logits[index]
    result[index] = np.where(z > 0, z / r, z * r)
    return result


def variant_plain_list(logits, seen, r):
    """Build a list with a conditional expression."""
    if r <= 0:
        raise ValueError(f"{r} is not above 0")
    seen = set(seen)
    return [(z * r if z < 0 else z / r) if i in seen else z for i, z in enumerate(logits.tolist())]


def variant_minimum(logits, seen, r):
    """Take the smaller of the two results for r above 1, the larger below."""
    if r <= 0:
        raise ValueError("r must be positive")
    smaller_or_larger = np.minimum if r >= 1 else np.maximum
    mask = np.zeros(len(logits), dtype=bool)
    mask[list(set(seen))] = True
    bent = smaller_or_larger(logits * r, logits / r)
    return np.where(mask, bent, logits)


def variant_exponent_of_sign(logits, seen, r):
    """Divide by r to the power of the sign."""
    if r <= 0:
        raise ValueError("r")
    has_been_seen = np.bincount(np.array(seen, dtype=int), minlength=len(logits)) > 0
    return logits / float(r) ** (np.sign(logits) * has_been_seen)


def variant_positive_and_negative_part(logits, seen, r):
    """Split a logit into its positive and its negative part."""
    if r <= 0:
        raise ValueError("r")
    result = logits.astype(float)
    for i in Counter(seen):
        result[i] = max(logits[i], 0.0) / r + min(logits[i], 0.0) * r
    return result


def variant_remembering_loop(logits, seen, r):
    """Walk through the text and skip what has been done."""
    if r < 0 or r == 0:
        raise ValueError("r")
    done = []
    scores = list(logits)
    for token in seen:
        if token in done:
            continue
        done.append(token)
        if math.copysign(1, scores[token]) < 0:
            scores[token] = scores[token] * r
        else:
            scores[token] = scores[token] / r
    return tuple(scores)


def variant_reduce(logits, seen, r):
    """Fold the set of ids into the logits, one new array for each."""
    if r <= 0:
        raise ValueError("r")

    def penalise(z, i):
        return np.where(np.arange(len(z)) == i, np.where(logits < 0, logits * r, logits / r), z)

    return reduce(penalise, frozenset(seen), logits)


def variant_float32(logits, seen, r):
    """Compute in float32."""
    if r <= 0:
        raise ValueError("r")
    z = logits.astype(np.float32)
    for i in np.unique(np.array(seen, dtype=np.int64)):
        z[i] = z[i] * np.float32(r) if z[i] < 0 else z[i] / np.float32(r)
    return z
