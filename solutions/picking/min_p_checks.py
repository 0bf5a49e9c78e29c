"""Laws of min-p, and which random inputs are fair. Inputs of laws hold no zeros, so a 0 means a token that was cut."""

import numpy as np

MARGIN = 1e-5  # relative to the bar; wide enough for float32


def is_fair(p, m):
    """Refuse distributions in which a token comes so close to the bar that rounding could decide."""
    bar = m * p.max()
    return bool((np.abs(p - bar) > MARGIN * bar).all())


def same_as_a_gap_in_logits(near, p, m):
    """The remaining tokens are those whose logit is at most -ln m behind the largest one."""
    (filtered,) = yield [{"p": p, "m": m}]
    logits = np.log(p)
    stays = logits >= logits.max() + np.log(m)
    wrong = np.flatnonzero(stays != (filtered != 0))
    if not len(wrong):
        return None
    token = int(wrong[0])
    gap = logits.max() - logits[token]
    words = ("was cut", "at most") if stays[token] else ("was kept", "more than")
    return f"token {token} {words[0]}, though its logit is {gap:.3g} behind the best, {words[1]} -ln({m:.3g}) = {-np.log(m):.3g}"


def cuts_and_keeps_the_ratios(near, p, m):
    """Some token is cut and the likeliest is not; the remaining probabilities add up to 1 and keep their ratios."""
    (filtered,) = yield [{"p": p, "m": m}]
    if not filtered[p.argmax()]:
        return "the likeliest token was cut"
    return _difference_in_ratios(near, p, filtered) if (filtered == 0).any() else "nothing was cut"


def keeps_the_ratios(near, p, m):
    """The remaining probabilities add up to 1, and all of them grew by the same factor."""
    (filtered,) = yield [{"p": p, "m": m}]
    return _difference_in_ratios(near, p, filtered)


def _difference_in_ratios(near, p, filtered):
    """Say in words how probabilities that were filtered do not add up to 1, or have other ratios; None if they do."""
    if not near(filtered.sum(), 1.0):
        return f"the probabilities add up to {filtered.sum():.10g}, not to 1"
    kept = np.flatnonzero(filtered)
    factors = filtered[kept] / p[kept]
    if near(factors, factors[0]):
        return None
    return f"the tokens that are left did not all grow by the same factor, but by {factors.min():.6g} to {factors.max():.6g}"
