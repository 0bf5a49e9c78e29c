"""Laws of training, and texts to train on."""

import numpy as np


def any_text(rng, size):
    """Draw a text of 2 to 15 ids in which some pairs repeat, a few steps and a rate."""
    ids = rng.integers(0, size, int(rng.integers(2, 9))).tolist()
    return {
        "ids": (ids + ids)[: int(rng.integers(2, 16))],
        "size": size,
        "steps": int(rng.integers(0, 5)),
        "rate": float(rng.uniform(0.2, 6.0)),
    }


def above_the_entropy_of_the_counts(near, ids, size, steps, rate):
    """No loss lies below the entropy of the next token given the one before it."""
    ((_, losses),) = yield [{"ids": ids, "size": size, "steps": steps, "rate": rate}]
    counts = np.zeros((size, size))
    for pair in zip(ids[:-1], ids[1:], strict=True):
        counts[pair] += 1
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    least = -float((counts * np.log(np.where(counts > 0, shares, 1.0))).sum()) / (len(ids) - 1)
    lowest = min(losses)
    if lowest >= least or near(lowest, least):
        return None
    return f"a loss of {lowest:.6g} lies below {least:.6g}, the entropy of the counts, which no such model can pass"


def twice_as_often_is_the_same(near, ids, size, steps, rate):
    """A text and its double, joined where the end and the beginning are equal, give the same model."""
    ring = [*ids, ids[0]]
    once, twice = yield [
        {"ids": each, "size": size, "steps": steps, "rate": rate} for each in (ring, [*ring, *ring[1:]])
    ]
    if near(once[0], twice[0]) and near(np.array(once[1]), np.array(twice[1])):
        return None
    return "a text in which every pair comes twice as often gives another model, although the mean loss is the same"
