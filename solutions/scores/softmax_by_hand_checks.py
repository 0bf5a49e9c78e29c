"""Laws that every softmax obeys."""

import numpy as np


def sums_to_one(near, logits):
    """Probabilities add up to 1."""
    (p,) = yield [{"logits": logits}]
    return None if near(p.sum(), 1.0) else f"the probabilities add up to {p.sum():.6g}, not to 1"


def keeps_the_order(near, logits):
    """Probabilities are not negative, and a larger logit never has a smaller probability."""
    (p,) = yield [{"logits": logits}]
    if not (p >= 0).all():
        return f"{p.min():.6g} is not a probability"
    ranked = p[np.argsort(-logits, kind="stable")]
    falling = np.minimum.accumulate(ranked)
    return None if near(ranked, falling) else "a smaller logit got a larger probability"


def shift_invariant(near, logits):
    """softmax(z + c) = softmax(z)."""
    plain, shifted = yield [{"logits": logits}, {"logits": logits + 3.0}]
    return None if near(shifted, plain) else "adding 3 to every logit changed the probabilities"
