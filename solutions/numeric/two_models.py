"""A target and a draft: how the probabilities of three tokens are drawn, and what the steps of the worksheet share."""

from .five_logits import WORDS


def draw_both(rng):
    """Draw the probabilities of the target and of the draft for three tokens, in steps of .05."""
    return {"p": _three(rng), "q": _three(rng)}


def draw_sheet(rng):
    """Draw the same, the tokens, a random number, how likely a draft is to be accepted, and how many are drafted."""
    return {
        **draw_both(rng),
        "tokens": rng.shuffled(rng.choice(WORDS))[:3],
        "u": rng.integer(20, 980) / 1000,
        "alpha": rng.integer(50, 90) / 100,
        "gamma": rng.integer(2, 5),
    }


def _three(rng):
    """Draw three probabilities that add up to 1."""
    low, high = sorted(rng.sample(range(2, 19), 2))
    return [part / 20 for part in (low, high - low, 20 - high)]
