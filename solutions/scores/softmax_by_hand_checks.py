"""Laws that every softmax obeys."""

import numpy as np

LEAD = 0.01
"""How much larger a logit must be for the probability to be larger in float32 as well."""


def sums_to_one(near, logits):
    """Probabilities add up to 1."""
    (p,) = yield [{"logits": logits}]
    return None if near(p.sum(), 1.0) else f"the probabilities add up to {p.sum():.10g}, not to 1"


def keeps_the_order(near, logits):
    """Probabilities are not negative, and a larger logit has a larger probability."""
    (p,) = yield [{"logits": logits}]
    if not (p >= 0).all():
        return f"{p.min():.6g} is not a probability"
    order = np.argsort(-logits, kind="stable")
    ranked, falling = p[order], np.minimum.accumulate(p[order])
    if not near(ranked, falling):
        return "a smaller logit got a larger probability"
    is_lead = -np.diff(logits[order]) > LEAD
    return "a larger logit got no larger probability" if (ranked[:-1] <= ranked[1:])[is_lead].any() else None


def shift_invariant(near, logits):
    """softmax(z + c) = softmax(z), and not because nothing depends on the logits."""
    plain, shifted = yield [{"logits": logits}, {"logits": logits + 3.0}]
    if not near(shifted, plain):
        return "adding 3 to every logit changed the probabilities"
    has_lead = logits.max() - logits.min() > LEAD
    return "different logits all got the same probability" if has_lead and near(plain, plain[0]) else None
