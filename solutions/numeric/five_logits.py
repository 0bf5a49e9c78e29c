"""Five tokens and their logits: how they are drawn, and the steps by hand that several questions share."""

import math

LESSON = [4, 3, 2, 1, 0.5]
"""The logits of the worked example, which nobody is asked about again."""
LESSON_TOKENS = ["the", "a", "an", "and", "or"]
WORDS = [
    ["cat", "dog", "fish", "bird", "horse"],
    ["red", "blue", "green", "black", "white"],
    ["tea", "milk", "water", "juice", "coffee"],
    ["run", "walk", "swim", "jump", "fly"],
    ["rain", "snow", "wind", "fog", "sun"],
    ["king", "queen", "prince", "duke", "knight"],
    ["bread", "rice", "soup", "cake", "salad"],
    ["train", "bus", "ship", "car", "plane"],
    ["north", "south", "east", "west", "home"],
    ["old", "new", "big", "small", "long"],
    ["said", "asked", "wrote", "sang", "thought"],
    ["in", "on", "at", "by", "from"],
]
LEAST_GAP = 0.004
"""How far apart neighboring probabilities are, so that three decimals always tell their order."""


def draw_logits(rng):
    """Draw five words and for each a logit of its own: halves from -2 to 4.5, in no order."""
    halves = rng.sample(range(-4, 10), 5)
    return {"tokens": rng.shuffled(rng.choice(WORDS)), "logits": [half / 2 for half in halves]}


def draw_sheet(rng):
    """Draw what all steps of the exercise by hand share: five tokens with their logits, and a threshold."""
    return {**draw_logits(rng), "top_p": rng.choice([0.75, 0.8, 0.85, 0.9, 0.95])}


def is_fair(logits):
    """Refuse the worked example, also shifted, and probabilities that three decimals cannot order."""
    gaps = [max(logits) - z for z in sorted(logits, reverse=True)]
    if gaps == [LESSON[0] - z for z in LESSON]:
        return False
    exponentials = [math.exp(-gap) for gap in gaps]
    p = [each / sum(exponentials) for each in exponentials]
    return all(one - other > LEAST_GAP for one, other in zip(p, p[1:], strict=False))


def softmax_by_steps(keep, tokens, logits, name="p"):
    """Return the probabilities as one works them out by hand: exponentials, their sum, shares of it."""
    exponentials = [keep(f"exp({z:g})", math.exp(z)) for z in logits]
    total = keep("sum of the exponentials", sum(exponentials))
    return [keep(f"{name}({token})", each / total) for token, each in zip(tokens, exponentials, strict=True)]


def softmax_at_temperature_by_steps(keep, tokens, logits, temperature):
    """Return the probabilities at a temperature, which divides the logits first."""
    scaled = [keep(f"logit/T({token})", z / temperature) for token, z in zip(tokens, logits, strict=True)]
    return softmax_by_steps(keep, tokens, scaled)


def shifted(logits):
    """Subtract the largest logit from all, which changes no probability."""
    return [z - max(logits) for z in logits]


def ranked(values):
    """Return positions, the largest value first, the earlier one first among equals."""
    return sorted(range(len(values)), key=lambda place: -values[place])


def plain_softmax(scores):
    """Return the probabilities that belong to scores, with nothing written down."""
    exponentials = [math.exp(z) for z in scores]
    return [each / sum(exponentials) for each in exponentials]


def in_place(logits, values):
    """Put values that are sorted downwards where their logits stand."""
    row = [0.0] * len(logits)
    for place, value in zip(ranked(logits), values, strict=True):
        row[place] = value
    return row


def top(values):
    """Return the position of the largest value."""
    return ranked(values)[0]
