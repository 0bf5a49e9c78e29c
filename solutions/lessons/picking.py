"""The figures of the page on picking a token, and of its answers."""

import numpy as np

from ..flashcards.as_text import percent, short
from ..flashcards.worked_example import LOGITS, TOKENS
from ..picking import greedy_pick as greedy
from ..picking import min_p as relative
from ..picking import nucleus_membership as by_mass
from ..picking import sample_with_u as dice
from ..picking import sampler_pipeline as whole
from ..picking import top_3_renormalisation as by_rank
from ..scores.softmax_stable import softmax
from .drawing import following, listed

P = softmax(LOGITS)
U, TOP_P, K, M = 0.9, 0.9, 3, 0.1


def page() -> dict[str, str]:
    """Return a draw from the worked example, what three filters keep, and how heavy a real tail is."""
    ends = np.cumsum(P)
    kept = by_mass.nucleus(P, TOP_P)
    drawn = TOKENS[dice.sample(P, U)]
    after = following("I think that I think that", 10_000)
    tail = 1 - sum(after.probabilities[:10])
    assert dice.sample(P, 0.5) == greedy.greedy(LOGITS) == 0
    return {
        "running": ", ".join(short(each) for each in ends[:-1]),
        "u": short(U, 1),
        "drawn": drawn,
        "before": short(ends[1]),
        "after": short(ends[2]),
        "kept": listed([TOKENS[each] for each in kept]),
        "mass": short(P[kept].sum()),
        "new": listed([short(each) for each in whole.next_distribution(LOGITS, top_p=TOP_P)[kept]]),
        "bar": short(M * P.max()),
        "others": str(len(after.texts) - 10),
        "tail": percent(tail, 2),
        "hundred": percent(1 - (1 - tail) ** 100),
    }


def greedy_pick() -> dict[str, str]:
    """Return the id that greedy picks of negative logits."""
    return {"id": str(greedy.greedy(np.array([-3.0, -1.0, -2.0])))}


def sample_with_u() -> dict[str, str]:
    """Return the token drawn by u = .9, and the running sums around it."""
    index, ends = dice.sample(P, U), np.cumsum(P)
    return {"token": TOKENS[index], "id": str(index), "below": short(ends[index - 1]), "above": short(ends[index])}


def top_3_renormalisation() -> dict[str, str]:
    """Return what the first probability becomes."""
    return {"before": short(P[0], 6), "kept": short(P[:K].sum(), 6), "after": short(by_rank.top_k(P, K)[0], 6)}


def nucleus_membership() -> dict[str, str]:
    """Return the nucleus for .9, and the mass of two and of three tokens."""
    kept = by_mass.nucleus(P, TOP_P)
    two, three = np.cumsum(P)[1:3]
    return {"kept": listed([TOKENS[each] for each in kept]), "two": short(two), "three": short(three)}


def min_p() -> dict[str, str]:
    """Return the bar for m = .1, and which tokens stay."""
    p = relative.min_p(P, M)
    kept = [TOKENS[each] for each in np.flatnonzero(p)]
    shares = ", ".join(short(each) if each else "0" for each in p)
    return {"bar": short(M * P.max(), 6), "kept": listed(kept), "next": short(P[len(kept)], 6), "p": shares}


def sampler_pipeline() -> dict[str, str]:
    """Return what top-p keeps of the top 3."""
    top = by_rank.top_k(P, K)
    kept = by_mass.nucleus(top, TOP_P)
    shares = " and ".join(short(each) for each in top[kept] / top[kept].sum())
    return {"first_two": short(top[:2].sum()), "kept": listed([TOKENS[each] for each in kept]), "p": shares}
