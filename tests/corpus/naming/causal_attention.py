"""Wrong versions of causal attention, as learners write them."""
import math

import numpy as np


def _check(q, k):
    if k.shape[0] < q.shape[0]:
        raise ValueError("fewer keys than queries")


def _soft(row):
    e = np.exp(row - row.max())
    return e / e.sum()


def _rows(q, k, v, scale, sees):
    """Mix the values for each query; `sees` says how many keys it may see."""
    T, S = len(q), len(k)
    out = np.zeros((T, v.shape[1]))
    for t in range(T):
        n = sees(t, T, S)
        scores = np.array([q[t] @ k[s] / scale for s in range(n)])
        out[t] = _soft(scores) @ v[:n]
    return out


def _right(t, T, S):
    return S - T + t + 1


def everything_seen(q, k, v):
    """Has no mask.

    makes: no_mask
    """
    _check(q, k)
    return _rows(q, k, v, math.sqrt(q.shape[1]), lambda t, T, S: S)


def from_zero(q, k, v):
    """Lets row t see the keys 0 to t.

    makes: mask_without_offset
    """
    _check(q, k)
    return _rows(q, k, v, math.sqrt(q.shape[1]), lambda t, T, S: t + 1)


def unscaled(q, k, v):
    """Forgets the root.

    makes: not_scaled
    """
    _check(q, k)
    return _rows(q, k, v, 1.0, _right)


def divided_by_d(q, k, v):
    """Divides by d.

    makes: scaled_by_d
    """
    _check(q, k)
    return _rows(q, k, v, q.shape[1], _right)


def divided_by_root_of_positions(q, k, v):
    """Takes the root of len(k).

    makes: scaled_by_text_length
    """
    _check(q, k)
    return _rows(q, k, v, len(k) ** 0.5, _right)


def mask_times_weights(q, k, v):
    """Multiplies the weights with a triangle after softmax.

    makes: masked_after_softmax
    """
    _check(q, k)
    weights = np.array([_soft(row) for row in q @ k.T / np.sqrt(q.shape[1])])
    return (weights * np.tri(len(q), len(k), len(k) - len(q))) @ v


def mask_times_scores(q, k, v):
    """Multiplies the scores with a triangle before softmax.

    makes: zero_for_hidden_scores
    """
    _check(q, k)
    scores = q @ k.T / np.sqrt(q.shape[1]) * np.tri(len(q), len(k), len(k) - len(q))
    return np.array([_soft(row) for row in scores]) @ v


def down_the_columns(q, k, v):
    """Normalizes each column.

    makes: softmax_over_queries
    """
    _check(q, k)
    scores = q @ k.T / np.sqrt(q.shape[1])
    scores[np.tri(len(q), len(k), len(k) - len(q)) == 0] = -np.inf
    with np.errstate(all="ignore"):
        e = np.exp(scores - scores.max(axis=0))
        return e / e.sum(axis=0) @ v


def plain_exp(q, k, v):
    """Takes exponentials without a shift.

    makes: overflows
    """
    _check(q, k)
    out = np.zeros((len(q), v.shape[1]))
    with np.errstate(all="ignore"):
        for t in range(len(q)):
            n = len(k) - len(q) + t + 1
            e = np.exp(k[:n] @ q[t] / math.sqrt(q.shape[1]))
            out[t] = (e / e.sum()) @ v[:n]
    return out


def returns_weights(q, k, v):
    """Returns the weights.

    makes: weights_returned
    """
    _check(q, k)
    return _rows(q, k, np.eye(len(k)), math.sqrt(q.shape[1]), _right)


def scaled_in_place(q, k, v):
    """Divides q in place.

    makes: changes_its_input
    """
    _check(q, k)
    q /= math.sqrt(q.shape[1])
    return _rows(q, k, v, 1.0, _right)


def one_key_less(q, k, v):
    """Does not let a position see itself, except the first.

    makes: cannot_see_itself
    """
    _check(q, k)
    return _rows(q, k, v, math.sqrt(q.shape[1]), lambda t, T, S: max(1, S - T + t))


def one_key_more(q, k, v):
    """Lets a row see the next position, too.

    makes: nothing listed
    """
    _check(q, k)
    return _rows(q, k, v, math.sqrt(q.shape[1]), lambda t, T, S: min(S, S - T + t + 2))


def best_key_only(q, k, v):
    """Takes the value of the best key.

    makes: nothing listed
    """
    _check(q, k)
    return _rows(q * 1e6, k, v, 1.0, _right)


def mean_of_values(q, k, v):
    """Averages the values that may be seen.

    makes: nothing listed
    """
    _check(q, k)
    return _rows(q * 0, k, v, 1.0, _right)


def distance_scores(q, k, v):
    """Takes the negative distance for the score.

    makes: nothing listed
    """
    _check(q, k)
    out = np.zeros((len(q), v.shape[1]))
    for t in range(len(q)):
        n = len(k) - len(q) + t + 1
        out[t] = _soft(-np.array([np.linalg.norm(q[t] - k[s]) for s in range(n)])) @ v[:n]
    return out


def last_two_keys(q, k, v):
    """Lets a row see the last two positions only.

    makes: nothing listed
    """
    _check(q, k)
    out = np.zeros((len(q), v.shape[1]))
    for t in range(len(q)):
        n = len(k) - len(q) + t + 1
        out[t] = _soft(k[max(0, n - 2) : n] @ q[t] / math.sqrt(q.shape[1])) @ v[max(0, n - 2) : n]
    return out


def last_row_only(q, k, v):
    """Returns the last row alone.

    makes: nothing listed
    """
    _check(q, k)
    return _rows(q, k, v, math.sqrt(q.shape[1]), _right)[-1]


def added_to_values(q, k, v):
    """Adds the mixture to the position's own value.

    makes: nothing listed
    """
    _check(q, k)
    return v[len(k) - len(q) :] + _rows(q, k, v, math.sqrt(q.shape[1]), _right)


def queries_and_keys_exchanged(q, k, v):
    """Takes the keys for queries.

    makes: nothing listed
    """
    _check(q, k)
    return _rows(k[-len(q) :], np.vstack([k[: len(k) - len(q)], q]), v, math.sqrt(q.shape[1]), _right)


def weights_masked_and_shared(q, k, v):
    """Crosses weights out and divides by their sum, guarded against 0.

    makes: masked_after_softmax_and_shared_out
    """
    _check(q, k)
    weights = np.array([_soft(row) for row in q @ k.T / np.sqrt(q.shape[1])])
    weights *= np.tri(len(q), len(k), len(k) - len(q))
    total = weights.sum(axis=1, keepdims=True)
    return weights / np.where(total == 0, 1, total) @ v


def tril_from_the_corner(q, k, v):
    """Uses np.tril of the scores' shape without an offset.

    makes: mask_without_offset
    """
    T, S = len(q), len(k)
    if S < T:
        raise ValueError("fewer keys than queries")
    scores = q @ k.T / np.sqrt(q.shape[1])
    scores = np.where(np.tril(np.ones((T, S), dtype=bool)), scores, -np.inf)
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    return w / w.sum(axis=1, keepdims=True) @ v


def root_forgotten(q, k, v):
    """Leaves out the division by the root of d.

    makes: not_scaled
    """
    T, S = len(q), len(k)
    if S < T:
        raise ValueError
    out = np.zeros((T, v.shape[1]))
    for t in range(T):
        seen = S - T + t + 1
        s = k[:seen] @ q[t]
        w = np.exp(s - s.max())
        out[t] = (w / w.sum()) @ v[:seen]
    return out


def window_of_four(q, k, v):
    """Lets each query see the last four positions only.

    makes: nothing listed
    """
    T, S = len(q), len(k)
    if S < T:
        raise ValueError
    out = np.zeros((T, v.shape[1]))
    for t in range(T):
        end = S - T + t + 1
        start = max(0, end - 4)
        s = k[start:end] @ q[t] / np.sqrt(q.shape[1])
        w = np.exp(s - s.max())
        out[t] = (w / w.sum()) @ v[start:end]
    return out


def squared_distances(q, k, v):
    """Scores with the squared distance of query and key instead of their dot product.

    makes: nothing listed
    """
    T, S = len(q), len(k)
    if S < T:
        raise ValueError
    rows = []
    for t in range(T):
        end = S - T + t + 1
        s = -((k[:end] - q[t]) ** 2).sum(axis=1) / np.sqrt(q.shape[1])
        w = np.exp(s - s.max())
        rows.append(w / w.sum() @ v[:end])
    return np.array(rows)


def both_sides_scaled(q, k, v):
    """Divides the queries and the keys by the root of d, each.

    makes: scaled_by_d
    """
    if len(k) < len(q):
        raise ValueError("fewer keys than queries")
    root = q.shape[1] ** 0.5
    s = (q / root) @ (k / root).T
    T, S = s.shape
    visible = np.tri(T, S, S - T, dtype=bool)
    s[~visible] = -np.inf
    s = s - s.max(axis=1, keepdims=True)
    w = np.exp(s)
    return (w / w.sum(axis=1, keepdims=True)) @ v


def never_compares_the_lengths(q, k, v):
    """Masks with an offset, which is right, and never asks whether there are enough keys.

    makes: fewer_keys_accepted
    """
    T, S = len(q), len(k)
    scores = np.einsum("td,sd->ts", q, k) / math.sqrt(q.shape[1])
    position = np.arange(T)[:, None] + (S - T)
    scores = np.where(np.arange(S)[None, :] > position, -np.inf, scores)
    with np.errstate(all="ignore"):
        w = np.exp(scores - scores.max(-1, keepdims=True))
        return np.einsum("ts,se->te", w / w.sum(-1, keepdims=True), v)


def nearer_ones_preferred(q, k, v):
    """Takes the distance in positions off every score.

    makes: nothing listed
    """
    _check(q, k)
    T, S = len(q), len(k)
    out = np.zeros((T, v.shape[1]))
    for t in range(T):
        here = S - T + t
        scores = k[: here + 1] @ q[t] / np.sqrt(q.shape[1]) - (here - np.arange(here + 1))
        out[t] = _soft(scores) @ v[: here + 1]
    return out


def upper_for_lower(q, k, v):
    """Mixes up triu and tril, and keeps the diagonal.

    makes: sees_the_future_only
    """
    _check(q, k)
    T, S = len(q), len(k)
    scores = q @ k.T / np.sqrt(q.shape[1])
    allowed = np.triu(np.ones((T, S), dtype=bool), S - T)
    scores = np.where(allowed, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


def mixes_k(q, k, v):
    """Multiplies the weights with k, a slip of one letter.

    makes: keys_mixed
    """
    _check(q, k)
    T, S = len(q), len(k)
    rows = []
    for t in range(T):
        n = S - T + t + 1
        rows.append(_soft(k[:n] @ q[t] / math.sqrt(q.shape[1])) @ k[:n])
    return np.array(rows)


def strictly_before(q, k, v):
    """Masks with s < S - T + t.

    makes: cannot_see_itself
    """
    T, d = q.shape
    S = k.shape[0]
    if S < T:
        raise ValueError("fewer keys than queries")
    scores = q @ k.T / np.sqrt(d)
    rows = np.arange(T)[:, None] + S - T
    cols = np.arange(S)[None, :]
    scores = np.where(cols < rows, scores, -np.inf)
    scores = scores - scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ v


def one_position_ahead(q, k, v):
    """Lets each query see one position too many, by an off-by-one in a slice.

    makes: nothing listed
    """
    T, d = q.shape
    S = len(k)
    if S < T:
        raise ValueError("S < T")
    out = np.zeros((T, v.shape[1]))
    for t in range(T):
        last = S - T + t + 1
        s = k[: last + 1] @ q[t] / np.sqrt(d)
        w = np.exp(s - s.max())
        out[t] = (w / w.sum()) @ v[: last + 1]
    return out


def mask_without_offset(q, k, v):
    """The triangle begins at the upper left corner even if there are fewer queries than keys.

    makes: mask_without_offset
    """
    T, S = len(q), len(k)
    if S < T:
        raise ValueError("fewer keys than queries")
    scores = np.einsum("td,sd->ts", q, k) / q.shape[1] ** 0.5
    scores = np.where(np.tril(np.ones((T, S), dtype=bool)), scores, -np.inf)
    scores -= np.max(scores, axis=1)[:, None]
    weights = np.exp(scores)
    weights /= np.sum(weights, axis=1)[:, None]
    return np.matmul(weights, v)


def not_scaled(q, k, v):
    """The scores are not divided by the root of d; a loop over the queries.

    makes: not_scaled
    """
    T = q.shape[0]
    S = k.shape[0]
    if T > S:
        raise ValueError
    out = np.empty((T, v.shape[1]))
    for t in range(T):
        end = S - T + t + 1
        dots = np.array([float(np.dot(q[t], key)) for key in k[:end]])
        e = np.exp(dots - dots.max())
        out[t] = sum((w * row for w, row in zip(e / e.sum(), v)), np.zeros(v.shape[1]))
    return out


def times_the_triangle(q, k, v):
    """Multiplies the scores by a triangle of ones, whatever the number of keys.

    makes: zero_for_hidden_scores
    """
    scores = np.tril(np.einsum("td,sd->ts", q, k) / math.sqrt(q.shape[-1]))
    return np.array([_soft(row) @ v for row in scores])


def triangle_of_weights(q, k, v):
    """Multiplies the weights by a triangle of ones, whatever the number of keys.

    makes: masked_after_softmax
    """
    scores = np.einsum("td,sd->ts", q, k) / math.sqrt(q.shape[-1])
    return np.tril([_soft(row) for row in scores]) @ v
