"""Laws of log-probabilities, and texts with the logits of a model that has read them."""

import numpy as np


def any_text(rng, size):
    """Draw a text of 2 to 9 ids below `size` with a row of logits for each, each row on a level of its own."""
    length = int(rng.integers(2, 10))
    logits = rng.normal(0.0, 2.0, (length, size)) + rng.normal(0.0, 3.0, (length, 1))
    return {"logits": logits, "ids": [int(token) for token in rng.integers(0, size, length)]}


def long_enough_to_cut(logits, ids):
    """Refuse texts that have no token in the middle."""
    return len(ids) >= 3


def cut_in_two_the_same(near, logits, ids):
    """A text cut at a token that belongs to both parts has the log-probabilities of its parts."""
    middle = len(ids) // 2
    whole, left, right = yield [
        {"logits": logits, "ids": ids},
        {"logits": logits[: middle + 1], "ids": ids[: middle + 1]},
        {"logits": logits[middle:], "ids": ids[middle:]},
    ]
    if near(whole[0], np.concatenate([left[0], right[0]])):
        return None
    return f"cut at token {middle}, which belongs to both parts, the text has other log-probabilities than as a whole"


def any_last_token_sums_to_one(near, logits, ids):
    """The probabilities of all tokens that could stand at the end add up to 1."""
    found = yield [{"logits": logits, "ids": [*ids[:-1], token]} for token in range(logits.shape[1])]
    total = sum(float(np.exp(each[0][-1])) for each in found)
    if near(total, 1.0):
        return None
    return f"the probabilities of all tokens that could come last add up to {total:.12g}, not to 1"
