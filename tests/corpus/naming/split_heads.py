"""Wrong versions of splitting and joining heads, as learners write them."""
import numpy as np


def _split(x, heads):
    return np.stack(np.split(x, heads, axis=1))


def _join(x):
    return np.concatenate(list(x), axis=1)


split_heads, join_heads = _split, _join


def one_reshape(x, heads):
    """Reshapes straight to the shape that is asked for.

    makes: reshaped_at_once
    """
    T, d = x.shape
    return x.reshape(heads, T, d // heads)


def without_transpose(x, heads):
    """Forgets the transpose.

    makes: not_moved
    """
    return x.reshape(len(x), heads, x.shape[1] // heads)


def strided(x, heads):
    """Takes every so many-th column.

    makes: interleaved
    """
    return np.stack([x[:, head::heads] for head in range(heads)])


def all_axes_turned(x, heads):
    """Transposes all three axes.

    makes: turned
    """
    return x.reshape(len(x), heads, -1).transpose(1, 2, 0)


def join_heads__in_one_go(x):
    """Reshapes straight to two axes.

    makes: join_heads__reshaped_at_once
    """
    heads, T, size = x.shape
    return x.reshape(T, heads * size)


def join_heads__stacked(x):
    """Stacks the heads.

    makes: join_heads__one_after_another
    """
    return np.vstack(list(x))


def join_heads__summed(x):
    """Adds the heads up.

    makes: join_heads__added
    """
    total = np.zeros(x.shape[1:])
    for part in x:
        total += part
    return total


def first_head_only(x, heads):
    """Returns the part of one head for all.

    makes: nothing listed
    """
    return np.stack([_split(x, heads)[0]] * heads)


def reversed_heads(x, heads):
    """The last head comes first.

    makes: nothing listed
    """
    return _split(x, heads)[::-1]


def reversed_positions(x, heads):
    """The newest position comes first.

    makes: nothing listed
    """
    return _split(x, heads)[:, ::-1]


def scaled(x, heads):
    """Divides by the root of the number of heads.

    makes: nothing listed
    """
    return _split(x, heads) / np.sqrt(heads)


def unchanged(x, heads):
    """Returns the rows as they are.

    makes: nothing listed
    """
    return x


def join_heads__mean(x):
    """Returns the mean of the heads.

    makes: nothing listed
    """
    return x.mean(axis=0)


def numbers_reversed(x, heads):
    """Turns the numbers in each head around.

    makes: nothing listed
    """
    return _split(x, heads)[:, :, ::-1]


def one_head(x, heads):
    """Makes one head of all numbers.

    makes: nothing listed
    """
    return x[None]


def shifted_by_one(x, heads):
    """Begins each head one number too far to the right.

    makes: nothing listed
    """
    return _split(np.roll(x, -1, axis=1), heads)


def join_heads__largest(x):
    """Keeps the largest of the heads.

    makes: nothing listed
    """
    return x.max(axis=0)


def join_heads__without_the_last(x):
    """Joins all heads but the last.

    makes: nothing listed
    """
    return _join(x[:-1]) if len(x) > 1 else _join(x)
