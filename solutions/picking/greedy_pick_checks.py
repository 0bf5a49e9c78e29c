"""The law of the greedy pick, and which random inputs are fair."""

import numpy as np

CLOSE = 1e-3


def is_fair(logits):
    """Refuse logits so close to the largest that a shift, a softmax or float32 could make them equal to it."""
    gaps = logits.max() - logits
    return not ((gaps > 0) & (gaps < CLOSE)).any()


def depends_on_the_order_only(near, logits):
    """Whatever keeps the order of the scores keeps the pick; each vector tries one of four ways."""
    exponentials = np.exp(logits - logits.max())
    ways = [
        ("softmax", exponentials / exponentials.sum()),
        ("taking 100 from every logit", logits - 100.0),
        ("a temperature of 0.5", logits / 0.5),
        ("a temperature of 3", logits / 3.0),
    ]
    way, changed = ways[len(logits) % len(ways)]
    before, after = yield [{"logits": logits}, {"logits": changed}]
    return None if near(after, before) else f"{way} kept the order of the scores, but moved the pick from id {before}"
