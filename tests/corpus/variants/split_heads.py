"""Right ways to split heads; the grader must accept every one of them with its own way to join."""

import numpy as np


def join_heads(x):
    """Put the parts side by side."""
    return np.concatenate(list(x), axis=1)


def variant_slices(x, heads):
    """Cut columns out for each head."""
    size = x.shape[1] // heads
    return np.stack([x[:, head * size : (head + 1) * size] for head in range(heads)])


def variant_split(x, heads):
    """Let numpy cut."""
    return np.array(np.split(x, heads, axis=1))


def variant_swapped(x, heads):
    """Swap two axes by name."""
    return np.swapaxes(x.reshape(len(x), heads, x.shape[1] // heads), 0, 1)


def variant_lists(x, heads):
    """Use no method of numpy at all."""
    size = len(x[0]) // heads
    return [[[float(row[head * size + i]) for i in range(size)] for row in x] for head in range(heads)]


def variant_einsum(x, heads):
    """Name the axes."""
    return np.einsum("thd->htd", np.asarray(x).reshape(len(x), heads, -1))
