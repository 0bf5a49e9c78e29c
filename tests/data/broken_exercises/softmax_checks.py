"""What the broken exercises may name: the companion module of the exercise `scores/softmax`."""


def sums_to_one(near, logits):
    """A law."""
    (p,) = yield [{"logits": logits}]
    return None if near(p.sum(), 1.0) else "the probabilities do not add up to 1"


def is_short(logits):
    """A filter."""
    return len(logits) < 10


def draw_logits(rng, size):
    """A generator of arguments."""
    return {"logits": rng.normal(size=size)}


def model():
    """A spy."""
    return lambda ids: [0.0]


not_a_function = 3
