"""Laws of top-k. Their inputs hold no zeros, so that a 0 in a result means a token that was cut."""

import numpy as np


def keeps_k_tokens(near, p, k):
    """Exactly min(k, V) tokens keep a probability, and those add up to 1."""
    (filtered,) = yield [{"p": p, "k": k}]
    wanted = min(k, len(p))
    count = int((filtered != 0).sum())
    if count != wanted:
        return f"{count} tokens are kept, not {wanted}"
    return None if near(filtered.sum(), 1.0) else f"the probabilities add up to {filtered.sum():.10g}, not to 1"


def keeps_the_ratios(near, p, k):
    """All tokens that are kept grow by the same factor."""
    (filtered,) = yield [{"p": p, "k": k}]
    kept = np.flatnonzero(filtered)
    if not len(kept):
        return "no token is kept"
    first = kept[0]
    if near(filtered[kept] * p[first], p[kept] * filtered[first]):
        return None
    return "the tokens that are kept did not all grow by the same factor"


def same_as_softmax_of_the_kept(near, p, k):
    """Cutting probabilities and sharing out is softmax with the logits of the others at -inf."""
    (filtered,) = yield [{"p": p, "k": k}]
    logits = np.log(p)
    order = sorted(range(len(p)), key=lambda token: (-p[token], token))
    exponentials = np.zeros(len(p))
    for token in order[:k]:
        exponentials[token] = np.exp(logits[token] - logits[order[0]])
    if near(filtered, exponentials / exponentials.sum()):
        return None
    return "softmax of the kept logits gives something else"
