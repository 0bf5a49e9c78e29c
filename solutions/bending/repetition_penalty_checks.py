"""Laws of the repetition penalty."""

import numpy as np

from ..scores.temperature_rescaling import temperature_probs


def long_text():
    """Return 300 ids: token 0 at the beginning, and then token 1 only."""
    return [0] + [1] * 299


def never_gains(near, logits, seen, r):
    """With r above 1, a single penalized token does not become more likely, and the other logits stay."""
    token = seen[0]  # one token only: where several are penalized, one may gain by what the others lose
    (penalised,) = yield [{"logits": logits, "seen": [token, token], "r": r}]
    if np.isnan(penalised).any() or np.isposinf(penalised).any() or np.isneginf(penalised).all():
        return "the result holds nan or infinity"
    others = np.arange(len(logits)) != token
    if not near(penalised[others], logits[others]):
        return f"only token {token} is in the text, but the logit of another token changed"
    before, after = (temperature_probs(each, 1.0)[token] for each in (logits, penalised))
    if near(after, min(before, after)):
        return None
    return f"the penalty raised the probability of token {token} from {before:.4g} to {after:.4g}"


def only_the_set_matters(near, logits, seen, r):
    """Naming the same tokens in another order, or more often, changes nothing."""
    plain, longer = yield [
        {"logits": logits, "seen": seen, "r": r},
        {"logits": logits, "seen": [*seen[::-1], *seen], "r": r},
    ]
    return None if near(longer, plain) else "the same tokens, named in another order and more often, gave other logits"
