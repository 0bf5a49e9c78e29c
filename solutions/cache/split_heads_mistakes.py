"""Typical wrong versions of splitting and joining heads."""

import numpy as np

from .split_heads import join_heads as _join
from .split_heads import split_heads as _split


def reshaped_at_once(x, heads):
    """The rows are reshaped to (heads, T, d_head) in one step.

    The shape is right, and the numbers are in the wrong places: reshape keeps the reading order, so head 0 gets whole
    rows of the first positions. Which axis has to exist before the heads can move to the front?
    """
    return np.reshape(x, (heads, len(x), -1))


def not_moved(x, heads):
    """The axis of the heads is still the second one.

    Each position has its heads now, but attention wants each head with its positions. Which two axes change places?
    """
    return np.reshape(x, (len(x), heads, -1))


def interleaved(x, heads):
    """Every so many-th number goes to a head, as cards are dealt.

    The heads lie side by side: a head's numbers are next to one another. What is the order of the two new axes in
    `reshape`?
    """
    return np.reshape(x, (len(x), -1, heads)).transpose(2, 0, 1)


def turned(x, heads):
    """Each head's part has a row for each number, and a column for each position.

    All three axes have changed places. Positions come before the numbers of a head.
    """
    return _split(x, heads).transpose(0, 2, 1)


def heads_last(x, heads):
    """The axis of the heads is the last one.

    It belongs to the front: result[0] is all that head 0 needs.
    """
    return _split(x, heads).transpose(1, 2, 0)


def positions_split(x, heads):
    """The positions are shared out among the heads, not the numbers of each row.

    Every head sees every position. It is the rows that are cut, not the text.
    """
    return np.array_split(np.asarray(x), heads)


def join_heads__reshaped_at_once(x):
    """The parts are reshaped to (T, d) in one step.

    Reshape keeps the reading order, so the first row gets numbers of head 0 only. The axis of the positions has to come
    first.
    """
    return np.reshape(x, (np.shape(x)[1], -1))


def join_heads__interleaved(x):
    """The first numbers of all heads come first in a row, then the second ones.

    In a row the heads lie side by side, each with all of its numbers. Which axis should be the last before `reshape`?
    """
    return np.transpose(x, (1, 2, 0)).reshape(np.shape(x)[1], -1)


def join_heads__one_after_another(x):
    """The heads lie below one another, as more rows.

    There is one row for each position again. Join along the numbers, not along the positions.
    """
    return np.concatenate(list(x), axis=0)


def join_heads__added(x):
    """The parts of the heads are added up.

    Adding mixes them for good. They lie side by side in a row of d numbers.
    """
    return np.sum(x, axis=0)


def join_heads__not_reshaped(x):
    """The axes are in the right order, but there are still three of them.

    The heads and their numbers have to become one axis.
    """
    return np.transpose(x, (1, 0, 2))


def join_heads__heads_reversed(x):
    """The last head comes first in a row.

    Splitting put the first numbers into head 0. Joining puts them back to the front.
    """
    return _join(np.asarray(x)[::-1])
