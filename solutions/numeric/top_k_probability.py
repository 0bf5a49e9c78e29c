"""The probability of the likeliest token after only the k likeliest are kept."""

from .five_logits import draw_logits, is_fair, ranked, shifted, softmax_by_steps

KIND = "probability"


def draw(rng):
    """Draw five tokens with their logits, and how many to keep."""
    return {**draw_logits(rng), "k": rng.integer(2, 4)}


def is_allowed(logits):
    """Refuse the worked example and logits that nearly tie."""
    return is_fair(logits)


def answer(keep, tokens, logits, k):
    """Return the largest probability, divided by what the k largest hold together."""
    p = softmax_by_steps(keep, tokens, logits)
    kept = [p[place] for place in ranked(p)[:k]]
    return kept[0] / keep("sum of the kept", sum(kept))


def answer_with_the_largest_subtracted(keep, tokens, logits, k):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits), k)
