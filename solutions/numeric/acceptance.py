"""How likely a drafted token is to be accepted."""

from .two_models import draw_sheet

KIND = "probability"


def draw(rng):
    """Draw what all steps of the worksheet share."""
    return draw_sheet(rng)


def is_allowed(p, q):
    """Refuse equal distributions, and parts so small that they hide a mistake."""
    return p != q and min(*p, *q) >= 0.1


def answer(keep, p, q):
    """Return the sum of what both distributions have in common."""
    return sum(keep(f"min(token {place})", min(pair)) for place, pair in enumerate(zip(p, q, strict=True), start=1))
