"""Laws of the whole sampler, and which random inputs are fair."""

import numpy as np

from ..scores.temperature_rescaling import temperature_probs
from .sampler_pipeline import next_distribution
from .top_3_renormalisation import top_k as keep_top_k

CLOSE = 1e-3  # between logits
MARGIN = 1e-5  # around the bars of top-p and min-p; wide enough for float32


def is_fair(logits, T, top_k, top_p, min_p):
    """Refuse inputs where rounding could decide who stays: at the cut of top-k, or at the bar of top-p or min-p."""
    ranked = np.sort(logits[np.isfinite(logits)])[::-1]
    last = 1 if T == 0 else top_k
    if 0 < last < len(ranked) and 0 < ranked[last - 1] - ranked[last] < CLOSE:
        return False
    p = keep_top_k(temperature_probs(logits, T), top_k)
    sums = np.cumsum(np.sort(p)[::-1])
    if top_p < 1 and (np.abs(sums - top_p) < MARGIN).any():
        return False
    p = next_distribution(logits, T, top_k, top_p)
    bar = min_p * p.max()
    return min_p == 0 or bool((np.abs(p - bar) > MARGIN * bar).all())


def survivors_keep_their_odds(near, logits, T, top_k, top_p, min_p):
    """The result adds up to 1, and two tokens that are left have the odds exp((z_i - z_j) / T)."""
    settings = {"T": T, "top_k": top_k, "top_p": top_p, "min_p": min_p}
    (p,) = yield [{"logits": logits, **settings}]
    if not near(p.sum(), 1.0):
        return f"the probabilities add up to {p.sum():.10g}, not to 1"
    best = int(np.argmax(logits))
    kept = np.flatnonzero(p)
    if best not in kept:
        return f"token {best} has the largest logit and was cut"
    if near(p[kept], p[best] * np.exp((logits[kept] - logits[best]) / T)):
        return None
    return f"the tokens that are left do not have the odds that softmax gives them at T = {T:g}"


def one_is_greedy(near, logits, T, top_k, top_p, min_p):
    """With top_k = 1 nothing else matters: the token with the largest logit gets everything, as at T = 0."""
    (p,) = yield [{"logits": logits, "T": T, "top_k": 1, "top_p": top_p, "min_p": min_p}]
    best = int(np.argmax(logits))
    if near(p, np.eye(len(logits))[best]):
        return None
    return f"token {best} has the largest logit, and yet it does not get everything"
