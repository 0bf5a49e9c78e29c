"""How the four costs grow with the answer."""

import numpy as np

GROWTH = {"naive positions": 4, "cached positions": 2, "naive pairs": 8, "cached pairs": 4}
MARGIN = 0.05  # relative; the prompt is short, but not nothing


def doubling(near, P, N):
    """With a short prompt, an answer twice as long costs 4, 2, 8 and 4 times as much."""
    short, long = yield [{"P": P, "N": N}, {"P": P, "N": 2 * N}]
    if not (len(short) == len(long) == len(GROWTH)):
        return f"the result has {len(long)} numbers, not {len(GROWTH)}"
    for (name, times), before, after in zip(GROWTH.items(), short, long, strict=True):
        if not all(isinstance(count, int | np.integer) for count in (before, after)):
            return f"{name} is not an integer"
        if not abs(after - times * before) <= MARGIN * times * before:
            return f"with twice as many tokens, {name} went from {before} to {after}, which is not about {times} times as much"
    return None
