"""Laws of the temperature dial, and which random inputs are fair."""

import numpy as np

CLOSE = 1e-4
LEAD = 0.01
"""How far apart logits must be for their probabilities to differ in float32 as well."""


def is_fair(logits, T):
    """Refuse a temperature of 0 where two different logits are so close that float32 takes them for equal."""
    gaps = logits.max() - logits
    return T > 0 or not ((gaps > 0) & (gaps < CLOSE)).any()


def hotter_is_flatter(near, logits, T):
    """The entropy never falls when the temperature rises."""
    cooler, hotter = yield [{"logits": logits, "T": T}, {"logits": logits, "T": 1.5 * T}]
    for p in (cooler, hotter):
        trouble = _trouble(near, p, logits)
        if trouble:
            return trouble
    before, after = _entropy(cooler), _entropy(hotter)
    if near(after, max(before, after)):
        return None
    return f"a higher temperature made the result more peaked: at T = {1.5 * T:.6g} more than at T = {T:.6g}"


def keeps_the_favourite(near, logits, T):
    """The largest logit has the largest probability at every temperature."""
    (p,) = yield [{"logits": logits, "T": T}]
    best, worst = int(np.argmax(logits)), int(np.argmin(logits))
    if not np.isfinite(p).all():
        return "the result holds nan or infinity"
    is_ahead = p[best] > p[worst] or logits[best] - logits[worst] < LEAD
    if is_ahead and near(p[best], p.max()):
        return None
    return f"token {best} has the largest logit but not the largest probability"


def same_as_powers(near, logits, T):
    """softmax(z / T) is softmax(z) to the power 1 / T, shared out again."""
    plain, tempered = yield [{"logits": logits, "T": 1.0}, {"logits": logits, "T": T}]
    trouble = _trouble(near, plain, logits)
    if trouble:
        return f"at T = 1, {trouble}"
    powers = plain ** (1 / T)
    if near(tempered, powers / powers.sum()):
        return None
    return f"the ratios are not those of T = 1 to the power 1 / {T:.6g}"


def _trouble(near, p, logits):
    """Say what keeps a result from being probabilities that follow the logits at all."""
    if not ((p >= 0).all() and near(p.sum(), 1.0)):
        return f"these are no probabilities; they add up to {p.sum():.10g}"
    best, worst = int(np.argmax(logits)), int(np.argmin(logits))
    if logits[best] - logits[worst] > LEAD and not p[best] > p[worst]:
        return f"token {best} has the largest logit but no larger a probability than token {worst}"
    return ""


def _entropy(p):
    """Return the entropy in bits, where 0 log 0 counts as 0."""
    positive = p[p > 0]
    return -(positive * np.log2(positive)).sum()
