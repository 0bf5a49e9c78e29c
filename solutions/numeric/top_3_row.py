"""The probabilities of the three likeliest tokens after only these are kept, the likeliest first."""

from .five_logits import draw_sheet, is_fair, ranked, shifted, softmax_by_steps

KIND = "probabilities"
KEPT = 3


def draw(rng):
    """Draw what all steps of the exercise by hand share."""
    return draw_sheet(rng)


def is_allowed(logits):
    """Refuse the worked example and logits that nearly tie."""
    return is_fair(logits)


def answer(keep, tokens, logits):
    """Return the three largest probabilities, each divided by what they hold together."""
    p = softmax_by_steps(keep, tokens, logits)
    kept = [p[place] for place in ranked(logits)[:KEPT]]
    total = keep("sum of the kept", sum(kept))
    return [each / total for each in kept]


def answer_with_the_largest_subtracted(keep, tokens, logits):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits))
