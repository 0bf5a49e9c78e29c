"""How many tokens the nucleus has at three thresholds."""

from .five_logits import draw_logits, is_fair, shifted
from .nucleus_tokens import LEAST_DISTANCE, running_sums

KIND = "counts"


def draw(rng):
    """Draw five tokens with their logits; the thresholds are always the same three."""
    return {**draw_logits(rng), "thresholds": [0.5, 0.8, 0.95]}


def is_allowed(tokens, logits, thresholds):
    """Refuse running sums near a threshold, and three equal sizes."""
    sums = [each for _, each in running_sums(lambda label, value: value, tokens, logits)]
    is_clear = all(abs(each - top_p) > LEAST_DISTANCE for each in sums for top_p in thresholds)
    sizes = {sum(each < top_p for each in sums) for top_p in thresholds}
    return is_fair(logits) and is_clear and len(sizes) > 1


def answer(keep, tokens, logits, thresholds):
    """Return for each threshold the number of tokens up to the one whose running sum reaches it."""
    sums = [each for _, each in running_sums(keep, tokens, logits)]
    return [sum(each < top_p for each in sums) + 1 for top_p in thresholds]


def answer_with_the_largest_subtracted(keep, tokens, logits, thresholds):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits), thresholds)
