"""How many tokens of a call are billed as output, and how many of them are shown."""

from ..cost.reasoning_usage import reasoning_usage

KIND = "counts"


def draw(rng):
    """Draw how long a model thinks and answers, and the limit."""
    return {
        "thinking": 10 * rng.integer(20, 90),
        "answer": 10 * rng.integer(10, 40),
        "limit": 10 * rng.integer(20, 100),
    }


def is_allowed(thinking, answer, limit):
    """Refuse limits that cut nothing, or all of the answer."""
    return thinking < limit < thinking + answer


def answer(keep, thinking, answer, limit):
    """Return the reference's counts."""
    keep("room for the answer", limit - thinking)
    usage = reasoning_usage(thinking, answer, limit)
    return [usage["completion_tokens"], usage["answer_tokens"]]
