"""The probability of the likeliest token."""

from .five_logits import draw_logits, is_fair, shifted, softmax_by_steps

KIND = "probability"


def draw(rng):
    """Draw five tokens with their logits."""
    return draw_logits(rng)


def is_allowed(logits):
    """Refuse the worked example and logits that nearly tie."""
    return is_fair(logits)


def answer(keep, tokens, logits):
    """Return the largest entry of the softmax."""
    return max(softmax_by_steps(keep, tokens, logits))


def answer_with_the_largest_subtracted(keep, tokens, logits):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits))
