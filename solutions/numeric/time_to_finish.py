"""How long an answer takes from the request to its last token."""

from .one_call import draw_sheet

KIND = "count"
UNIT = "ms"


def draw(rng):
    """Draw what all steps of the worksheet share."""
    return draw_sheet(rng)


def answer(keep, first_ms, each_ms, generated):
    """Return the time to the first token and the time of all later ones."""
    return first_ms + keep("later tokens", (generated - 1) * each_ms)
