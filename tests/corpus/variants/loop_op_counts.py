"""Right ways to count what a loop costs; the grader must accept every one of them."""

from fractions import Fraction
from itertools import accumulate
from math import comb

import numpy as np


def variant_closed_forms(P, N):
    """Use formulas without a loop."""
    last = P + N - 1
    naive_pairs = (last * (last + 1) * (last + 2) - (P - 1) * P * (P + 1)) // 6
    return N * P + N * (N - 1) // 2, last, naive_pairs, last * (last + 1) // 2


def variant_binomials(P, N):
    """Count with binomial coefficients."""
    return (
        comb(P + N, 2) - comb(P, 2),
        P + N - 1,
        comb(P + N + 1, 3) - comb(P + 1, 3),
        comb(P + N, 2),
    )


def variant_simulated_loop(P, N):
    """Go through the passes one by one."""
    naive_positions = cached_positions = naive_pairs = cached_pairs = 0
    text, cache = P, 0
    for _ in range(N):
        naive_positions += text
        naive_pairs += text * (text + 1) // 2
        for _ in range(text - cache):
            cache += 1
            cached_positions += 1
            cached_pairs += cache
        text += 1
    return naive_positions, cached_positions, naive_pairs, cached_pairs


def variant_numpy(P, N):
    """Add up arrays; a list of numpy integers comes back."""
    lengths = np.arange(P, P + N, dtype=np.int64)
    pairs = lengths * (lengths + 1) // 2
    return [lengths.sum(), lengths[-1], pairs.sum(), pairs[-1]]


def variant_array(P, N):
    """Return one array of integers."""
    lengths = np.arange(P, P + N)
    cached = [P] + [1] * (N - 1)
    pairs = np.cumsum(np.arange(1, P + N, dtype=np.int64))
    return np.array([lengths.sum(), sum(cached), pairs[P - 1 :].sum(), pairs[-1]])


def variant_recursion(P, N):
    """Add the last pass to what the passes before it cost, in a loop that stands for the recursion."""
    a, b, c, d = P, P, P * (P + 1) // 2, P * (P + 1) // 2
    for i in range(1, N):
        a, b, c, d = a + P + i, b + 1, c + (P + i) * (P + i + 1) // 2, d + P + i
    return a, b, c, d


def variant_accumulate(P, N):
    """Read the pairs of all texts off a running sum."""
    pairs = list(accumulate(range(1, P + N)))
    return sum(range(P, P + N)), P + N - 1, sum(pairs[P - 1 :]), pairs[-1]


def variant_fractions(P, N):
    """Compute with exact fractions and make integers at the end."""
    half = Fraction(1, 2)
    naive_pairs = sum(half * (P + i) * (P + i + 1) for i in range(N))
    cached_pairs = half * P * (P + 1) + (N - 1) * P + half * N * (N - 1)
    return int(N * P + half * N * (N - 1)), P + N - 1, int(naive_pairs), int(cached_pairs)
