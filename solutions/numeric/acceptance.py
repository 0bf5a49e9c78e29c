"""How likely a drafted token is to be accepted."""

KIND = "probability"


def draw(rng):
    """Draw the probabilities of the target and of the draft for three tokens, in steps of .05."""
    return {"p": _three(rng), "q": _three(rng)}


def _three(rng):
    """Draw three probabilities that add up to 1."""
    low, high = sorted(rng.sample(range(2, 19), 2))
    return [part / 20 for part in (low, high - low, 20 - high)]


def is_allowed(p, q):
    """Refuse equal distributions, and parts so small that they hide a mistake."""
    return p != q and min(*p, *q) >= 0.1


def answer(keep, p, q):
    """Return the sum of what both distributions have in common."""
    return sum(keep(f"min(token {place})", min(pair)) for place, pair in enumerate(zip(p, q, strict=True), start=1))
