"""Right ways to draw a token with a given u; the grader must accept every one of them."""

import bisect
import math
from fractions import Fraction
from itertools import accumulate

import numpy as np


def _refuse(p, u):
    if u < 0 or u >= 1 or not math.isclose(math.fsum(p), 1, rel_tol=0, abs_tol=1e-6):
        raise ValueError("p or u")


def variant_plain_loop(p, u):
    """Walk along the line and remember the last token that is possible."""
    _refuse(p, u)
    end, possible = 0.0, -1
    for i in range(len(p)):
        if p[i] > 0:
            possible = i
            end += p[i]
            if u < end:
                return i
    return possible


def variant_subtract(p, u):
    """Take each probability away from u until nothing is left."""
    _refuse(p, u)
    for i, x in enumerate(p):
        if u < x:
            return i
        u -= x
    return max(i for i, x in enumerate(p) if x)


def variant_bisect(p, u):
    """Use accumulate and bisect."""
    _refuse(p, u)
    i = bisect.bisect_right(list(accumulate(p.tolist())), u)
    while i == len(p) or p[i] == 0:
        i -= 1
    return i


def variant_possible_tokens_only(p, u):
    """Take the impossible tokens out first; a numpy integer comes back."""
    _refuse(p, u)
    ids = np.flatnonzero(p)
    return ids[min(np.searchsorted(np.cumsum(p[ids]), u, side="right"), len(ids) - 1)]


def variant_argmax_of_a_mask(p, u):
    """Find the first true entry of a mask, if there is one."""
    _refuse(p, u)
    mask = u < np.cumsum(p)
    return int(np.argmax(mask)) if mask.any() else int(np.nonzero(p)[0][-1])


def variant_count(p, u):
    """Count the ends that lie behind u."""
    _refuse(p, u)
    count = int((np.cumsum(p) <= u).sum())
    return count if count < len(p) else len(p) - 1 - int(np.argmax(p[::-1] > 0))


def variant_last_end_set_to_one(p, u):
    """Put the last end that counts at 1 exactly."""
    _refuse(p, u)
    ends = np.cumsum(p)
    last = np.flatnonzero(p)[-1]
    ends[last:] = 1.0
    return np.int64(np.searchsorted(ends, u, "right"))


def variant_fractions(p, u):
    """Add up exactly."""
    _refuse(p, u)
    end = Fraction(0)
    for i, x in enumerate(p):
        end += Fraction(float(x))
        if Fraction(u) < end:
            return i
    return max(i for i in range(len(p)) if p[i] != 0)


def variant_float32(p, u):
    """Add up in float32."""
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError
    ends = np.cumsum(p.astype(np.float32))
    i = int(np.searchsorted(ends, np.float32(u), side="right"))
    return min(i, int(np.flatnonzero(p).max()))


def variant_from_the_right(p, u):
    """Walk back from the last possible token while its stretch begins beyond u."""
    if not (0 <= u < 1):
        raise ValueError("u is off the line")
    if np.abs(np.sum(p) - 1) > 1e-6:
        raise ValueError("no distribution")
    begins = np.concatenate([[0.0], np.cumsum(p)[:-1]])
    for i in reversed(range(len(p))):
        if p[i] > 0 and begins[i] <= u:
            return i
    raise AssertionError("the first stretch begins at 0")


def variant_halving(p, u):
    """Halve the vocabulary by recursion: is u in the left half's share?"""
    _refuse(p, u)

    def within(ids, u):
        if len(ids) == 1:
            return int(ids[0])
        left, right = ids[: len(ids) // 2], ids[len(ids) // 2 :]
        share = p[left].sum()
        return within(left, u) if u < share else within(right, u - share)

    return np.array(within(np.flatnonzero(p), u))


def variant_closest_tolerance(p, u):
    """Accept what np.isclose takes for 1 with a tolerance of its own."""
    if u < 0.0 or u >= 1.0:
        raise ValueError("u")
    if not np.isclose(p.sum(), 1.0, rtol=0, atol=1e-6):
        raise ValueError("p")
    cdf = np.cumsum(p) / p.sum()
    for i in np.flatnonzero(p):
        if u < cdf[i]:
            return i
    return np.flatnonzero(p)[-1]
