"""Right ways to write the greedy pick; the grader must accept every one of them."""

import heapq
import math
from functools import reduce

import numpy as np


def variant_plain_loop(logits):
    """Go through the tokens and keep the best so far."""
    best, best_score = None, -math.inf
    for i, z in enumerate(logits):
        if math.isnan(z):
            raise ValueError("nan")
        if z > best_score:
            best, best_score = i, z
    if best is None:
        raise ValueError("no token to pick")
    return best


def variant_max_with_key(logits):
    """Let max look the scores up; a numpy integer comes back."""
    if len(logits) == 0 or np.isnan(logits).any() or not np.isfinite(logits).any():
        raise ValueError("logits")
    return max(np.arange(len(logits)), key=lambda i: logits[i])


def variant_list_index(logits):
    """Find the place of the maximum in a list."""
    scores = logits.tolist()
    if not scores or any(map(math.isnan, scores)) or max(scores) == -math.inf:
        raise ValueError("no choice")
    return scores.index(max(scores))


def variant_array_without_dimensions(logits):
    """Return what argmax gives, in an array without dimensions."""
    if logits.size == 0:
        raise ValueError("empty")
    if not logits.max() > -np.inf:  # false of nan, too
        raise ValueError("nan or all banned")
    return np.array(np.argmax(logits))


def variant_stable_sort(logits):
    """Sort the ids downwards and take the first."""
    if not len(logits) or np.isnan(logits.sum()) or (logits == -np.inf).all():
        raise ValueError
    return np.argsort(-logits, kind="stable")[0]


def variant_flatnonzero(logits):
    """Take the first place that equals the maximum."""
    largest = np.max(logits)  # raises ValueError for an empty array
    if np.isnan(largest) or np.isneginf(largest):
        raise ValueError(largest)
    return int(np.flatnonzero(logits == largest)[0])


def variant_softmax_first(logits):
    """Pick from the probabilities."""
    if len(logits) == 0:
        raise ValueError("empty")
    e = np.exp(logits - logits.max())
    p = e / e.sum()
    if np.isnan(p).any():
        raise ValueError("nan or all banned")
    return int(p.argmax())


def variant_float32(logits):
    """Compare in float32."""
    z = logits.astype(np.float32)
    if z.size == 0 or np.isnan(z).any() or np.all(z == -np.inf):
        raise ValueError
    return int(z.argmax())


def variant_heap(logits):
    """Put pairs on a heap."""
    heap = [(-float(z), i) for i, z in enumerate(logits) if z != -math.inf]
    if not heap or any(math.isnan(z) for z, _ in heap):
        raise ValueError("nothing to pick")
    heapq.heapify(heap)
    return heap[0][1]


def variant_reduce(logits):
    """Compare two at a time."""
    if not len(logits) or np.isnan(logits).any() or np.isneginf(logits).all():
        raise ValueError("logits")
    return reduce(lambda i, j: j if logits[j] > logits[i] else i, range(len(logits)))


def variant_tournament(logits):
    """Halve the array by recursion."""
    if not len(logits) or np.isnan(logits).any() or np.isneginf(logits).all():
        raise ValueError("logits")

    def winner(low, high):
        if high - low == 1:
            return low
        middle = (low + high) // 2
        left, right = winner(low, middle), winner(middle, high)
        return left if logits[left] >= logits[right] else right

    return np.int32(winner(0, len(logits)))
