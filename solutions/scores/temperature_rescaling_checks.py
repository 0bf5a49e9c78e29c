"""Laws of the temperature dial, and which random inputs are fair."""

import numpy as np

CLOSE = 1e-4


def is_fair(logits, T):
    """Refuse a temperature of 0 where two different logits are so close that float32 takes them for equal."""
    gaps = logits.max() - logits
    return T > 0 or not ((gaps > 0) & (gaps < CLOSE)).any()


def hotter_is_flatter(near, logits, T):
    """The entropy never falls when the temperature rises."""
    cooler, hotter = yield [{"logits": logits, "T": T}, {"logits": logits, "T": 1.5 * T}]
    for p in (cooler, hotter):
        if not _are_probabilities(near, p):
            return f"these are no probabilities; they add up to {p.sum():.6g}"
    before, after = _entropy(cooler), _entropy(hotter)
    if near(after, max(before, after)):
        return None
    return f"a higher temperature made the result more peaked: at T = {1.5 * T:.6g} more than at T = {T:.6g}"


def keeps_the_favourite(near, logits, T):
    """The largest logit has the largest probability at every temperature."""
    (p,) = yield [{"logits": logits, "T": T}]
    best = int(np.argmax(logits))
    if not np.isfinite(p).all():
        return "the result holds nan or infinity"
    return None if near(p[best], p.max()) else f"token {best} has the largest logit but not the largest probability"


def same_as_powers(near, logits, T):
    """softmax(z / T) is softmax(z) to the power 1 / T, shared out again."""
    plain, tempered = yield [{"logits": logits, "T": 1.0}, {"logits": logits, "T": T}]
    if not _are_probabilities(near, plain):
        return f"the results at T = 1 are no probabilities; they add up to {plain.sum():.6g}"
    powers = plain ** (1 / T)
    if near(tempered, powers / powers.sum()):
        return None
    return f"the ratios are not those of T = 1 to the power 1 / {T:.6g}"


def _are_probabilities(near, p):
    return bool((p >= 0).all()) and near(p.sum(), 1.0)


def _entropy(p):
    """Return the entropy in bits, where 0 log 0 counts as 0."""
    positive = p[p > 0]
    return -(positive * np.log2(positive)).sum()
