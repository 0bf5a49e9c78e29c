"""Random steps with random settings, in which rounding does not decide."""

import numpy as np

from ..picking.sampler_pipeline_checks import is_fair
from .one_step import bend


def any_step(rng, size):
    """Draw logits, a text and up to all settings, again where a token is exactly at a filter's bar."""
    while True:
        step = _step(rng, size)
        penalties = [step[name] for name in ("repetition_penalty", "frequency_penalty", "presence_penalty")]
        bent = bend(step["logits"], step["prompt"], step["generated"], step["logit_bias"], *penalties)
        bent = np.where(step["allowed"], bent, -np.inf)
        if is_fair(bent, step["temperature"], step["top_k"], step["top_p"], step["min_p"]):
            return step


def _step(rng, size):
    def text(most):
        return [int(each) for each in rng.integers(0, size, int(rng.integers(0, most + 1)))]

    allowed = rng.random(size) < 0.8
    allowed[int(rng.integers(size))] = True
    return {
        "logits": rng.normal(0.0, 2.0, size),
        "prompt": text(4),
        "generated": text(5),
        "logit_bias": {each: float(rng.normal(0.0, 2.0)) for each in text(2)},
        "repetition_penalty": float(rng.choice([1.0, 1.3, 2.0])),
        "frequency_penalty": float(rng.choice([0.0, 0.5])),
        "presence_penalty": float(rng.choice([0.0, 1.0])),
        "allowed": allowed.tolist(),
        "temperature": float(rng.choice([0.0, 0.7, 1.0, 1.8])),
        "top_k": int(rng.choice([0, 3])),
        "top_p": float(rng.choice([0.75, 1.0])),
        "min_p": float(rng.choice([0.0, 0.2])),
    }
