"""How many times as likely one token is as another, at a temperature."""

import math

KIND = "number"


def draw(rng):
    """Draw two logits with a gap between them, and a temperature."""
    lower = rng.integer(-6, 6) / 2
    return {"logits": [lower + rng.integer(1, 6) / 2, lower], "temperature": rng.choice([0.5, 0.8, 1.25, 2])}


def is_allowed(logits, temperature):
    """Refuse ratios that nobody wants to work out."""
    return (logits[0] - logits[1]) / temperature <= 4


def answer(keep, logits, temperature):
    """Return the exponential of the gap, divided by the temperature."""
    gap = keep("gap", logits[0] - logits[1])
    return math.exp(keep("gap/T", gap / temperature))


def answer_by_a_power(keep, logits, temperature):
    """Return the ratio at temperature 1, to the power of 1/T."""
    return keep("ratio at T = 1", math.exp(logits[0] - logits[1])) ** (1 / temperature)
