"""Right ways to write top-k; the grader must accept every one of them."""

import heapq
from fractions import Fraction

import numpy as np


def variant_lexsort(p, k):
    """Rank with lexsort: first by probability, then by id."""
    if k < 0:
        raise ValueError("k")
    k = k or len(p)
    kept = np.lexsort((np.arange(len(p)), -p))[:k]
    out = np.zeros_like(p)
    out[kept] = p[kept]
    return out / out.sum()


def variant_python_sort(p, k):
    """Sort ids with Python and return a list."""
    if k < 0:
        raise ValueError("k must not be negative")
    if k == 0 or k >= len(p):
        return list(p)
    ids = sorted(range(len(p)), key=lambda i: p[i], reverse=True)[:k]
    total = sum(p[i] for i in ids)
    return [p[i] / total if i in ids else 0.0 for i in range(len(p))]


def variant_heap(p, k):
    """Take the k best from a heap."""
    if k < 0:
        raise ValueError(k)
    k = min(k, len(p)) if k else len(p)
    best = heapq.nsmallest(k, ((-float(x), i) for i, x in enumerate(p)))
    total = -sum(x for x, _ in best)
    out = [0.0] * len(p)
    for x, i in best:
        out[i] = -x / total
    return tuple(out)


def variant_partition(p, k):
    """Find the k-th value with np.partition, then fill up with the first tokens that equal it."""
    if k < 0:
        raise ValueError("negative k")
    size = len(p)
    if k == 0 or k >= size:
        return p
    threshold = np.partition(p, size - k)[size - k]
    keep = p > threshold
    for i in np.flatnonzero(p == threshold):
        if keep.sum() < k:
            keep[i] = True
    out = np.where(keep, p, 0)
    return out / out.sum()


def variant_repeated_argmax(p, k):
    """Look for the best one k times."""
    if k < 0:
        raise ValueError()
    rest = p.copy()
    out = np.zeros(len(p))
    for _ in range(k if 0 < k < len(p) else len(p)):
        i = rest.argmax()
        out[i] = p[i]
        rest[i] = -1
    return out / out.sum()


def variant_rank_counting(p, k):
    """Count for each token how many are ahead of it."""
    if k < 0:
        raise ValueError("k < 0")
    if k == 0:
        k = len(p)
    ids = np.arange(len(p))
    ahead = ((p[None, :] > p[:, None]) | ((p[None, :] == p[:, None]) & (ids[None, :] < ids[:, None]))).sum(axis=1)
    keep = ahead < k
    return p * keep / p[keep].sum()


def variant_softmax_of_logs(p, k):
    """Set the logs of the others to -inf and take softmax."""
    if k < 0:
        raise ValueError("k")
    with np.errstate(divide="ignore"):
        z = np.log(p)
    if k > 0:
        z[np.argsort(-p, kind="stable")[k:]] = -np.inf
    e = np.exp(z - z.max())
    return e / e.sum()


def variant_float32(p, k):
    """Compute in float32."""
    if k < 0:
        raise ValueError("k")
    q = p.astype(np.float32)
    if k > 0:
        q[np.argsort(-p, kind="stable")[k:]] = 0
    return q / q.sum()


def variant_recursion(p, k):
    """Remove the worst token until k are left."""
    if k < 0:
        raise ValueError("k")

    def cut(tokens):
        if k == 0 or len(tokens) <= k:
            return tokens
        worst = min(tokens, key=lambda i: (p[i], -i))
        return cut([i for i in tokens if i != worst])

    tokens = cut(list(range(len(p))))
    out = np.zeros(len(p))
    out[tokens] = p[tokens] / p[tokens].sum()
    return out


def variant_fractions(p, k):
    """Divide exact fractions."""
    if k < 0:
        raise ValueError("k")
    exact = [Fraction(float(x)) for x in p]
    ids = sorted(range(len(p)), key=lambda i: (-exact[i], i))[: k or None]
    total = sum(exact[i] for i in ids)
    return [float(exact[i] / total) if i in set(ids) else 0 for i in range(len(p))]


def variant_scatter_and_boolean_index(p, k):
    """Zero the complement in a copy, multiplied by one factor."""
    if k < 0:
        raise ValueError("k")
    out = np.array(p)
    order = np.argsort(p[::-1], kind="mergesort")[::-1]
    ids = len(p) - 1 - order
    if 0 < k < len(p):
        out[ids[k:]] = 0.0
    return out * (1.0 / out.sum())


def variant_dictionary(p, k):
    """Keep a dictionary of survivors and give numpy numbers back in a list."""
    if not k >= 0:
        raise ValueError
    ranking = sorted(enumerate(p), key=lambda pair: (-pair[1], pair[0]))
    kept = dict(ranking[:k] if k else ranking)
    mass = sum(kept.values())
    return [np.float64(kept.get(i, 0)) / mass for i in range(len(p))]
