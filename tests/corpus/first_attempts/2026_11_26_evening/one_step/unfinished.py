"""One step with all settings: from the model's logits to the probabilities that a token is drawn from."""

import numpy as np
from bias_ban_min_tokens import shape_logits
from frequency_presence import frequency_presence
from repetition_penalty import repetition_penalty as penalize
from sampler_pipeline import next_distribution


def step_probs(
    logits: np.ndarray,
    prompt: list[int],
    generated: list[int],
    *,
    logit_bias: dict[int, float] | None = None,
    repetition_penalty: float = 1.0,
    frequency_penalty: float = 0.0,
    presence_penalty: float = 0.0,
    allowed: list[bool] | None = None,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    min_p: float = 0.0,
) -> np.ndarray:
    """Return the probabilities of the next token after all settings."""
    # 1. bias; no bans and no minimum length here
    z = shape_logits(logits, logit_bias or {}, [], 0, 0, 0)
    # 2.
    z = penalize(z, generated, repetition_penalty)
    # 3.
    z = frequency_presence(z, prompt, generated, frequency_penalty, presence_penalty)
    # 4. TODO allowed, and the ValueError if nothing is left
    # 5.
    return next_distribution(z, T=temperature, top_k=top_k, top_p=top_p, min_p=min_p)
