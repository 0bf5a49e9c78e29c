"""The probability of the last token in the list."""

from .five_logits import draw_logits, is_fair, shifted, softmax_by_steps, top

KIND = "probability"


def draw(rng):
    """Draw five tokens with their logits."""
    return draw_logits(rng)


def is_allowed(logits):
    """Refuse the worked example, near ties, and a last token that is the likeliest one."""
    return is_fair(logits) and top(logits) != len(logits) - 1


def answer(keep, tokens, logits):
    """Return the last entry of the softmax."""
    return softmax_by_steps(keep, tokens, logits)[-1]


def answer_with_the_largest_subtracted(keep, tokens, logits):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits))
