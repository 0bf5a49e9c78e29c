"""The token that greedy picking takes."""

from .five_logits import draw_sheet, is_fair, top

KIND = "token"


def draw(rng):
    """Draw what all steps of the exercise by hand share."""
    return draw_sheet(rng)


def is_allowed(logits):
    """Refuse the worked example, near ties, and a best token that stands first."""
    return is_fair(logits) and top(logits) != 0


def answer(keep, tokens, logits):
    """Return the token with the largest logit, which is the likeliest."""
    return tokens[top(logits)]
