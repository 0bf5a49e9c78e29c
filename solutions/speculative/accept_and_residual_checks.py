"""The laws that make speculative decoding exact, and which random pairs are fair."""

import numpy as np

CLOSE = 1e-4
NO_PAIR = "the result is not a pair of vectors as long as p"


def is_fair(p, q):
    """Refuse pairs that lie so close together that their differences are mostly rounding."""
    return bool(np.abs(p - q).sum() > CLOSE) or bool((p == q).all())


def odds_stay(near, p, q):
    """Drafting from q, keeping with `accept` and drawing from the residual otherwise gives each token with p."""
    (result,) = yield [{"p": p, "q": q}]
    if not _is_pair(result, len(p)):
        return NO_PAIR
    accept, residual = (np.asarray(each, dtype=float) for each in result)
    if not near(residual.sum(), 1.0):
        return f"the residual adds up to {residual.sum():.6g}, not to 1"
    odds = q * accept + (1 - (q * accept).sum()) * residual
    if near(odds, p):
        return None
    worst = int(np.argmax(np.abs(odds - p)))
    return f"token {worst} would come with probability {odds[worst]:.6g}, but the target gives it {p[worst]:.6g}"


def accepted_as_often_as_they_agree(near, p, q):
    """The chance of acceptance is the overlap of the two distributions, 1 minus their total variation distance."""
    (result,) = yield [{"p": p, "q": q}]
    if not _is_pair(result, len(p)):
        return NO_PAIR
    accept = np.asarray(result[0], dtype=float)
    chance, overlap = (q * accept).sum(), 1 - np.abs(p - q).sum() / 2
    if near(chance, overlap):
        return None
    return f"a draft is accepted with probability {chance:.6g}; the two distributions overlap in {overlap:.6g}"


def _is_pair(result, size):
    return isinstance(result, list | tuple) and [np.shape(each) for each in result] == [(size,), (size,)]
