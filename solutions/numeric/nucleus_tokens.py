"""The tokens of the nucleus."""

from .five_logits import draw_sheet, is_fair, ranked, shifted, softmax_by_steps

KIND = "tokens"
LEAST_DISTANCE = 0.006
"""How far the running sums stay away from top_p, so that nobody's rounding decides."""


def draw(rng):
    """Draw five tokens with their logits, and a threshold."""
    return draw_sheet(rng)


def is_allowed(tokens, logits, top_p):
    """Refuse running sums near the threshold, and a nucleus of one token or of all."""
    sums = running_sums(lambda label, value: value, tokens, logits)
    size = sum(each < top_p for _, each in sums) + 1
    is_clear = all(abs(each - top_p) > LEAST_DISTANCE for _, each in sums)
    return is_fair(logits) and is_clear and 2 <= size < len(tokens)


def running_sums(keep, tokens, logits):
    """Return the tokens, likeliest first, each with the sum of all probabilities up to its own."""
    p = softmax_by_steps(keep, tokens, logits)
    collected, sums = 0.0, []
    for place in ranked(logits):
        collected = keep(f"running sum({tokens[place]})", collected + p[place])
        sums.append((tokens[place], collected))
    return sums


def answer(keep, tokens, logits, top_p):
    """Return the tokens up to the one whose running sum reaches the threshold."""
    sums = running_sums(keep, tokens, logits)
    size = sum(each < top_p for _, each in sums) + 1
    return [token for token, _ in sums[:size]]


def answer_with_the_largest_subtracted(keep, tokens, logits, top_p):
    """Return the same from logits that have been shifted so that the largest is 0."""
    return answer(keep, tokens, shifted(logits), top_p)
