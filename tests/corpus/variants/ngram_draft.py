"""Right ways to look a draft up; the grader must accept every one of them."""

import itertools

import numpy as np


def variant_loops(ids, longest, gamma, vocab_size):
    """Compare token by token, from the end backwards."""
    if longest <= 0:
        raise ValueError("longest")
    best, place = 0, None
    for end in range(1, len(ids)):
        n = 0
        while n < longest and n < end and ids[end - 1 - n] == ids[len(ids) - 1 - n]:
            n += 1
        if n >= best and n > 0:
            best, place = n, end
    drafted = []
    if place is not None:
        for at in range(place, len(ids)):
            if len(drafted) == gamma:
                break
            drafted.append(ids[at])
    Q = np.zeros((len(drafted), vocab_size))
    for row, token in enumerate(drafted):
        Q[row][token] = 1
    return drafted, Q


def variant_sliding_windows(ids, longest, gamma, vocab_size):
    """Compare all windows of a length at once; arrays come back."""
    if longest < 1:
        raise ValueError("look for one token at least")
    text = np.array(ids, dtype=int)
    for n in range(min(longest, len(text) - 1), 0, -1):
        windows = np.lib.stride_tricks.sliding_window_view(text[:-1], n)
        places = np.flatnonzero((windows == text[-n:]).all(axis=1))
        if len(places):
            drafted = text[places[-1] + n :][:gamma]
            return drafted, np.eye(vocab_size)[drafted]
    return text[:0], np.eye(vocab_size)[:0]


def variant_dictionary(ids, longest, gamma, vocab_size):
    """Note where each n-gram ended last, as engines that keep an index do."""
    if longest < 1:
        raise ValueError(longest)
    ends = {}
    for n in range(1, longest + 1):
        for end in range(n, len(ids)):
            ends[tuple(ids[end - n : end])] = end
    keys = (tuple(ids[len(ids) - n :]) for n in range(min(longest, len(ids)), 0, -1))
    start = next((ends[key] for key in keys if key in ends), len(ids))
    drafted = list(itertools.islice(ids, start, start + gamma))
    return [drafted, (np.arange(vocab_size) == np.reshape(drafted, (-1, 1))).astype(float)]


def variant_reversed(ids, longest, gamma, vocab_size):
    """Read the text backwards, so that the latest place is the first."""
    if longest < 1:
        raise ValueError(longest)
    back = tuple(reversed(ids))
    for n in range(min(longest, len(ids)), 0, -1):
        for at in range(1, len(back) - n + 1):
            if back[at : at + n] == back[:n]:
                drafted = tuple(ids[len(ids) - at :][:gamma])
                Q = np.zeros((len(drafted), vocab_size))
                np.put_along_axis(Q, np.array(drafted, dtype=int)[:, None], 1.0, axis=1)
                return drafted, Q
    return (), np.empty((0, vocab_size))


def variant_as_text(ids, longest, gamma, vocab_size):
    """Turn ids into characters, and let Python's own search find the latest place."""
    if not longest >= 1:
        raise ValueError("longest")
    text = "".join(map(chr, ids))
    found = -1
    for n in range(longest, 0, -1):
        if n < len(text) and found < 0:
            found = text.rfind(text[-n:], 0, len(text) - 1)
            found += n if found >= 0 else 0
    drafted = [] if found < 0 else [ord(each) for each in text[found : found + gamma]]
    Q = np.zeros((gamma, vocab_size))[: len(drafted)]
    for row, token in zip(Q, drafted, strict=True):
        row[token] = 1.0
    return drafted, Q
