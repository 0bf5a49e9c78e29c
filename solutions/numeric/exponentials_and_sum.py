"""The five exponentials, in the order of the list, and then their sum."""

from .five_logits import draw_sheet, is_fair, softmax_by_steps

KIND = "numbers"


def draw(rng):
    """Draw what all steps of the exercise by hand share."""
    return draw_sheet(rng)


def is_allowed(logits):
    """Refuse the worked example and logits that nearly tie."""
    return is_fair(logits)


def answer(keep, tokens, logits):
    """Return what the first two steps of a softmax write down."""
    written = []

    def listen(label, value):
        written.append(keep(label, value))
        return written[-1]

    softmax_by_steps(listen, tokens, logits)
    return written[: len(tokens) + 1]
