"""The loss at which the training of a bigram model ends."""

import math

KIND = "number"


def draw(rng):
    """Draw how often each of two tokens followed the same token."""
    often = rng.integer(3, 18)
    return {"often": often, "seldom": rng.integer(1, often - 1)}


def answer(keep, often, seldom):
    """Return the entropy of the two shares in nats."""
    p = keep("share of the first", often / (often + seldom))
    q = keep("share of the second", seldom / (often + seldom))
    return keep("first term", -p * math.log(p)) + keep("second term", -q * math.log(q))


def answer_by_the_surprises(keep, often, seldom):
    """Return the mean of all surprises."""
    total = often + seldom
    first = keep("surprise of the first", -math.log(often / total))
    second = keep("surprise of the second", -math.log(seldom / total))
    return keep("sum", often * first + seldom * second) / total
