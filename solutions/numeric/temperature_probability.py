"""The probability of the likeliest token at a temperature."""

from .five_logits import LESSON, draw_logits, is_fair, shifted, softmax_by_steps

KIND = "probability"


def draw(rng):
    """Draw five tokens with their logits, and a temperature."""
    return {**draw_logits(rng), "temperature": rng.choice([0.5, 2])}


def is_allowed(logits):
    """Refuse the worked example and logits that nearly tie."""
    return is_fair(logits)


def answer(keep, tokens, logits, temperature):
    """Return the largest entry of the softmax of the logits divided by the temperature."""
    scaled = [keep(f"logit/T({token})", z / temperature) for token, z in zip(tokens, logits, strict=True)]
    return max(softmax_by_steps(keep, tokens, scaled))


def answer_with_the_largest_subtracted(keep, tokens, logits, temperature):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits), temperature)


def misprint(logits, temperature):
    """The lesson has this number, or one very close to it, and it is a misprint: the row that it stands in adds up to
    more than 1, as if only three of the five tokens had been in the sum. It costs you nothing. With all five the
    probability comes out a little smaller.
    """
    is_the_lesson = sorted(logits, reverse=True) == LESSON and temperature == 0.5
    return [0.866, 0.867] if is_the_lesson else []
