"""Laws of causal attention, and texts of any length to try them on."""

import numpy as np


def any_lengths(rng, size):
    """Draw queries, keys and values of a text of `size` positions; the queries belong to the last few of them."""
    new, width, width_of_values = int(rng.integers(1, size + 1)), *map(int, rng.integers(1, 7, 2))
    return {
        "q": rng.normal(0.0, 1.5, (new, width)),
        "k": rng.normal(0.0, 1.5, (size, width)),
        "v": rng.normal(0.0, 2.0, (size, width_of_values)),
    }


def has_a_future(q, k, v):
    """Refuse a single query, which has nothing after it."""
    return len(q) > 1


def future_does_not_matter(near, q, k, v):
    """Other keys and values for the newest position leave all rows above the last one as they were."""
    other_k, other_v = k.copy(), v.copy()
    other_k[-1], other_v[-1] = k[-1] + 2.0, v[-1] - 3.0
    before, after = yield [{"q": q, "k": k, "v": v}, {"q": q, "k": other_k, "v": other_v}]
    if near(before[:-1], after[:-1]):
        return None
    return "another key and value at the last position changed the result of an earlier position"


def one_at_a_time_gives_the_same(near, q, k, v):
    """Asking for each position alone, when its text ends there, gives the rows of asking for all at once."""
    past = len(k) - len(q)
    ends = [past + t + 1 for t in range(len(q))]
    alone = [{"q": q[t : t + 1], "k": k[:end], "v": v[:end]} for t, end in enumerate(ends)]
    together, *rows = yield [{"q": q, "k": k, "v": v}, *alone]
    if near(together, np.concatenate(rows)):
        return None
    return "asking for the positions one at a time gives something else than asking for all at once"
