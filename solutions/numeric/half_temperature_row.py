"""The probabilities of all five tokens at temperature .5, in the order of the list."""

from .five_logits import draw_sheet, is_fair, shifted, softmax_at_temperature_by_steps

KIND = "probabilities"
TEMPERATURE = 0.5


def draw(rng):
    """Draw what all steps of the exercise by hand share."""
    return draw_sheet(rng)


def is_allowed(logits):
    """Refuse the worked example and logits that nearly tie."""
    return is_fair(logits)


def answer(keep, tokens, logits):
    """Return the softmax of the logits divided by the temperature."""
    return softmax_at_temperature_by_steps(keep, tokens, logits, TEMPERATURE)


def answer_with_the_largest_subtracted(keep, tokens, logits):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits))
