"""How many tokens a second a batch of texts gets in all."""

from ..cost.batch_schedule import step_time

KIND = "number"


def draw(rng):
    """Draw the texts of the batch, and the milliseconds for reading the weights and for computing one token."""
    return {
        "texts": 10 * rng.integer(2, 20),
        "memory_ms": rng.choice([4, 5, 8, 10, 20]),
        "compute_ms": rng.choice([0.05, 0.1, 0.2, 0.25]),
    }


def answer(keep, texts, memory_ms, compute_ms):
    """Return the tokens of a step, divided by the reference's time of a step in seconds."""
    milliseconds = keep("milliseconds of a step", step_time(texts, memory_ms, compute_ms))
    return 1000 * texts / milliseconds
