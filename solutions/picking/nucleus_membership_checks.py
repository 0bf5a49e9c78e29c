"""Laws of the nucleus, and which random inputs are fair."""

import numpy as np

MARGIN = 1e-6  # wide enough for running sums in float32


def is_fair(p, top_p):
    """Refuse inputs where a running sum comes so close to top_p that rounding could decide."""
    sums = np.cumsum(np.sort(p)[::-1])
    return bool((np.abs(sums - top_p) > MARGIN).all())


def is_smallest(near, p, top_p):
    """The nucleus reaches top_p, and without its last token it does not."""
    (tokens,) = yield [{"p": p, "top_p": top_p}]
    trouble = _trouble(tokens, p)
    if trouble:
        return trouble
    mass = p[tokens].sum()
    before = p[tokens[:-1]].sum() if len(tokens) > 1 else 0.0
    if mass < top_p:
        return f"the nucleus holds {mass:.6g}, which does not reach {top_p:.6g}"
    if before >= top_p:
        return f"without its last token the nucleus already holds {before:.6g}, which is enough for {top_p:.6g}"
    return None if near(p[tokens], np.sort(p)[::-1][: len(tokens)]) else "the likeliest tokens do not come first"


def follows_the_tokens(near, p, top_p):
    """If the tokens are numbered from the other end, the nucleus holds the same tokens under their new ids."""
    tokens, mirrored = yield [{"p": p, "top_p": top_p}, {"p": p[::-1].copy(), "top_p": top_p}]
    trouble = _trouble(tokens, p) or _trouble(mirrored, p)
    if trouble:
        return trouble
    last = len(p) - 1
    if [int(token) for token in tokens] == [last - int(token) for token in mirrored]:
        return None
    return "with the tokens numbered from the other end, the nucleus holds other tokens"


def _trouble(tokens, p):
    """Say what keeps a result from being a list of ids at all."""
    if not isinstance(tokens, list):
        return "the result is not a list of ids"
    if not tokens:
        return "the nucleus is empty"
    if not all(isinstance(token, int | np.integer) and 0 <= token < len(p) for token in tokens):
        return f"ids are whole numbers from 0 to {len(p) - 1}"
    return "an id comes twice" if len(set(tokens)) < len(tokens) else ""
