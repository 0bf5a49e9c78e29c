"""Right ways to compute causal attention; the grader must accept every one of them."""

import math

import numpy as np
from softmax_stable import softmax


def variant_imported_softmax(q, k, v):
    """Import the softmax of an earlier exercise."""
    T, S = len(q), len(k)
    if T > S:
        raise ValueError("more queries than keys")
    scores = q @ k.T / np.sqrt(q.shape[1])
    scores[np.arange(S)[None, :] > np.arange(S - T, S)[:, None]] = -np.inf
    return softmax(scores) @ v


def variant_loops(q, k, v):
    """Use plain Python numbers and loops; nested lists come back."""
    T, S, d = len(q), len(k), len(q[0])
    if S < T:
        raise ValueError
    rows = []
    for t in range(T):
        seen = S - T + t + 1
        scores = [
            sum(a * b for a, b in zip(q[t].tolist(), k[s].tolist(), strict=True)) / math.sqrt(d) for s in range(seen)
        ]
        top = max(scores)
        weights = [math.exp(score - top) for score in scores]
        total = sum(weights)
        rows.append([sum(w * v[s][j] for s, w in enumerate(weights)) / total for j in range(v.shape[1])])
    return rows


def variant_slices(q, k, v):
    """Cut the keys for each query instead of masking."""
    past = len(k) - len(q)
    if past < 0:
        raise ValueError(f"{past}")
    out = np.empty((len(q), v.shape[1]))
    for t in range(len(q)):
        keys, values = k[: past + t + 1], v[: past + t + 1]
        z = keys @ q[t] / q.shape[1] ** 0.5
        e = np.exp(z - z.max())
        out[t] = e @ values / e.sum()
    return out


def variant_whole_square(q, k, v):
    """Put empty queries in front, mask the whole square, and keep the last rows."""
    S, T = len(k), len(q)
    if S < T:
        raise ValueError("S < T")
    full = np.concatenate([np.zeros((S - T, q.shape[1])), q])
    scores = np.einsum("td,sd->ts", full, k) * q.shape[1] ** -0.5
    scores = np.where(np.tri(S, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(1)[:, None])
    return np.einsum("ts,se->te", weights, v)[S - T :] / weights.sum(1)[S - T :, None]


def variant_added_mask(q, k, v):
    """Add 0 or -inf to the scores."""
    if len(k) < len(q):
        raise ValueError("too few keys")
    mask = np.zeros((len(q), len(k)))
    for t in range(len(q)):
        mask[t, len(k) - len(q) + t + 1 :] = float("-inf")
    scores = np.matmul(q / np.sqrt(q.shape[-1]), np.transpose(k)) + mask
    scores = scores - np.max(scores, axis=-1, keepdims=True)
    return np.matmul(np.exp(scores), v) / np.exp(scores).sum(axis=-1, keepdims=True)


def variant_running_softmax(q, k, v):
    """Go through the keys once and rescale what has been gathered whenever a larger score turns up."""
    if k.shape[0] < q.shape[0]:
        raise ValueError
    result = []
    for t, query in enumerate(q):
        top, total, mixed = -math.inf, 0.0, np.zeros(v.shape[1])
        for s in range(len(k) - len(q) + t + 1):
            score = float(query @ k[s]) / math.sqrt(len(query))
            new_top = max(top, score)
            shrink, weight = math.exp(top - new_top), math.exp(score - new_top)
            top, total, mixed = new_top, total * shrink + weight, mixed * shrink + weight * v[s]
        result.append(mixed / total)
    return np.array(result)


def variant_float32(q, k, v):
    """Compute in float32."""
    if len(k) < len(q):
        raise ValueError
    q, k, v = (each.astype(np.float32) for each in (q, k, v))
    scores = q @ k.T / np.float32(np.sqrt(q.shape[1]))
    scores[np.triu_indices(len(q), k=1 + len(k) - len(q), m=len(k))] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights @ v / weights.sum(axis=1, keepdims=True)
