"""Texts that repeat themselves, and laws of drafts that are looked up."""

import numpy as np


def texts(rng, size):
    """Draw a text over `size` tokens in which pieces come again, and how much to look for and to draft."""
    ids = [int(each) for each in rng.integers(0, size, int(rng.integers(0, 9)))]
    for _ in range(int(rng.integers(0, 3))):
        if ids:
            first = int(rng.integers(len(ids)))
            ids += ids[first : first + int(rng.integers(1, 5))]
    return {"ids": ids, "longest": int(rng.integers(1, 5)), "gamma": int(rng.integers(0, 5)), "vocab_size": size}


def drafts_nothing(near, ids, longest, gamma, vocab_size):
    """Where nothing is found, or nothing asked for, the list is empty and the array has no rows but V columns."""
    (result,) = yield [{"ids": ids, "longest": longest, "gamma": gamma, "vocab_size": vocab_size}]
    if not _is_pair(result):
        return "the result is not a pair of a list and an array"
    drafted, Q = result
    if len(drafted):
        return f"{list(drafted)} is drafted; there is nothing to draft here"
    if np.shape(Q) != (0, vocab_size):
        return f"Q has the shape {np.shape(Q)}; without drafted tokens it must be (0, {vocab_size})"
    return None


def shorter_is_the_beginning(near, ids, longest, gamma, vocab_size):
    """With one token more to draft, the draft stays and may get one token longer."""
    asked = {"ids": ids, "longest": longest, "vocab_size": vocab_size}
    short, long = yield [{**asked, "gamma": gamma}, {**asked, "gamma": gamma + 1}]
    if not (_is_pair(short) and _is_pair(long)):
        return "the result is not a pair of a list and an array"
    one, other = ([int(each) for each in pair[0]] for pair in (short, long))
    if one == other[:gamma]:
        return None
    return f"{one} is drafted with gamma = {gamma}, but {other} with gamma = {gamma + 1}"


def _is_pair(result):
    return isinstance(result, list | tuple) and len(result) == 2 and all(np.ndim(each) > 0 for each in result)
