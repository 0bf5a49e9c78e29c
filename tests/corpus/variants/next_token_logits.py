"""Right ways to ask for the next token's logits; the grader must accept every one of them."""

import numpy as np


def variant_length(model, ids):
    """Count the ids."""
    if len(ids) == 0:
        raise ValueError("no ids")
    return model(ids)[len(ids) - 1]


def variant_two_axes(model, ids):
    """Index both axes."""
    if not ids:
        raise ValueError
    logits = model(ids)
    return logits[-1, :]


def variant_unpacked(model, ids):
    """Unpack the rows; the last one comes back as a list."""
    if ids == []:
        raise ValueError("empty")
    *_, last = model(list(ids))
    return last.tolist()


def variant_array_of_ids(model, ids):
    """Give the model an integer array, and take the row with np.take."""
    array = np.array(ids, dtype=int)
    if array.size == 0:
        raise ValueError("ids is empty")
    return np.take(model(array), -1, axis=0)


def variant_tuple_and_loop(model, ids):
    """Give the model a tuple, and walk to the last row."""
    if len(ids) < 1:
        raise ValueError("there must be a token")
    row = None
    for each in model(tuple(ids)):
        row = each
    return row


def variant_float32(model, ids):
    """Work in float32, which holds these numbers exactly, and copy the row."""
    if not len(ids):
        raise ValueError(ids)
    return model(ids=ids).astype(np.float32)[::-1][0].copy()
