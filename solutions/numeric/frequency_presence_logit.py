"""A logit after the frequency penalty and the presence penalty."""

import numpy as np

from ..bending.frequency_presence import frequency_presence
from .five_logits import WORDS

KIND = "number"


def draw(rng):
    """Draw a prompt and what was generated after it, a token of both, its logit, and the two penalties."""
    words = rng.choice(WORDS)
    token = rng.choice(words)
    others = [word for word in words if word != token]
    prompt = [token] * rng.integer(1, 2) + [rng.choice(others) for _ in range(3)]
    generated = [token] * rng.integer(2, 4) + [rng.choice(others) for _ in range(4)]
    return {
        "prompt": rng.shuffled(prompt),
        "generated": rng.shuffled(generated),
        "token": token,
        "logit": rng.integer(2, 12) / 2,
        "alpha_f": rng.integer(1, 8) / 10,
        "alpha_p": rng.integer(1, 15) / 10,
    }


def is_allowed(alpha_f, alpha_p):
    """Refuse equal penalties, which would hide an exchange."""
    return alpha_f != alpha_p


def answer(keep, prompt, generated, token, logit, alpha_f, alpha_p):
    """Return the logit after the reference's two penalties."""
    ids = {word: number for number, word in enumerate(sorted({token, *prompt, *generated}))}
    logits = np.zeros(len(ids))
    logits[ids[token]] = logit
    count = keep("times generated", generated.count(token))
    keep("frequency penalty", alpha_f * count)
    penalised = frequency_presence(
        logits, [ids[each] for each in prompt], [ids[each] for each in generated], alpha_f, alpha_p
    )
    return float(penalised[ids[token]])
