"""Right ways to find the nucleus; the grader must accept every one of them."""

import bisect
import heapq
import math
from fractions import Fraction
from itertools import accumulate

import numpy as np


def variant_cumsum_mask(p, top_p):
    """Mask with the sum before each token; an array comes back."""
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p")
    order = np.argsort(-p, kind="stable")
    if top_p == 1:
        return order
    cumulative = np.cumsum(p[order])
    return order[np.concatenate([[0.0], cumulative[:-1]]) < top_p]


def variant_searchsorted(p, top_p):
    """Look top_p up in the running sums; numpy integers come back in a list."""
    if not 0 < top_p <= 1:
        raise ValueError
    order = np.argsort(-p, kind="stable")
    count = len(p) if top_p == 1 else np.searchsorted(np.cumsum(p[order]), top_p) + 1
    return list(order[:count])


def variant_accumulate(p, top_p):
    """Use itertools and bisect."""
    if not 0 < top_p <= 1:
        raise ValueError("top_p must lie in (0, 1]")
    ids = sorted(range(len(p)), key=lambda i: -p[i])
    if top_p == 1:
        return ids
    sums = list(accumulate(float(p[i]) for i in ids))
    return ids[: bisect.bisect_left(sums, top_p) + 1]


def variant_heap(p, top_p):
    """Pop the best from a heap until there is enough."""
    if top_p <= 0 or top_p > 1:
        raise ValueError(f"{top_p}")
    heap = [(-x, i) for i, x in enumerate(p.tolist())]
    heapq.heapify(heap)
    kept, mass = [], 0.0
    while heap and (mass < top_p or top_p == 1):
        x, i = heapq.heappop(heap)
        kept.append(i)
        mass -= x
    return kept


def variant_argmax(p, top_p):
    """Look for the best one again and again; a tuple comes back."""
    if not (top_p > 0 and top_p <= 1):
        raise ValueError("top_p")
    rest = p.copy()
    chosen = ()
    while len(chosen) < len(p):
        i = int(np.argmax(rest))
        chosen += (i,)
        rest[i] = -1
        if top_p < 1 and p[list(chosen)].sum() >= top_p:
            break
    return chosen


def variant_mass_ahead(p, top_p):
    """Compute the mass ahead of every token in a (V, V) table, then sort."""
    if top_p > 1 or top_p <= 0:
        raise ValueError("top_p")
    ids = np.arange(len(p))
    is_ahead = (p[None, :] > p[:, None]) | ((p[None, :] == p[:, None]) & (ids[None, :] < ids[:, None]))
    mass = (is_ahead * p[None, :]).sum(axis=1)
    kept = ids if top_p == 1 else ids[mass < top_p]
    return sorted(kept.tolist(), key=lambda i: (-p[i], i))


def variant_from_the_tail(p, top_p):
    """Drop from the tail while what is dropped is at most 1 - top_p, as some libraries do."""
    if not 0 < top_p <= 1:
        raise ValueError("top_p")
    order = np.lexsort((np.arange(len(p)), -p))
    if top_p == 1:
        return order.tolist()
    tail = np.cumsum(p[order][::-1])[::-1]
    keep = tail > 1 - top_p
    keep[0] = True
    return order[keep].tolist()


def variant_recursion(p, top_p):
    """Hand the rest of the ranking and of the share on to itself."""
    if not 0 < top_p <= 1:
        raise ValueError("top_p")

    def walk(ranked, missing):
        if not ranked or missing <= 0:
            return []
        return [ranked[0], *walk(ranked[1:], missing - p[ranked[0]])]

    return walk(sorted(range(len(p)), key=lambda i: (-p[i], i)), math.inf if top_p == 1 else top_p)


def variant_fractions(p, top_p):
    """Add exact fractions."""
    if not 0 < top_p <= 1:
        raise ValueError("top_p")
    wanted, mass, kept = Fraction(top_p), Fraction(0), []
    for i in sorted(range(len(p)), key=lambda i: (-p[i], i)):
        if mass >= wanted and top_p != 1:
            return kept
        kept.append(i)
        mass += Fraction(float(p[i]))
    return kept


def variant_smallest_count(p, top_p):
    """Try one token, then two, and so on, with exact sums."""
    if not 0 < top_p <= 1:
        raise ValueError("top_p")
    ranking = np.argsort(-p, kind="stable")
    if top_p == 1:
        return [int(i) for i in ranking]
    return next(
        ranking[:n].astype(np.int32) for n in range(1, len(p) + 1) if math.fsum(p[ranking[:n]]) >= top_p or n == len(p)
    )


def variant_structured_sort(p, top_p):
    """Sort pairs, cut after the first sum that is enough, and take every id if there is none."""
    if top_p <= 0:
        raise ValueError("too small")
    if top_p > 1:
        raise ValueError("too large")
    pairs = sorted(zip(-p, range(len(p)), strict=True))
    ids = [i for _, i in pairs]
    enough = np.cumsum([-x for x, _ in pairs]) >= top_p
    return ids[: int(enough.argmax()) + 1] if top_p < 1 and enough.any() else ids
