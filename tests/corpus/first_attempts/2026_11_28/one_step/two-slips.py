import numpy as np
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
    z = np.array(logits, dtype=float)
    for token, bias in (logit_bias or {}).items():
        z[token] += bias
    text = prompt + generated
    z = penalize(z, text, repetition_penalty)
    z = frequency_presence(z, [], text, frequency_penalty, presence_penalty)
    if not np.isfinite(z).any():
        raise ValueError("no token is left")
    p = next_distribution(z, temperature, top_k, top_p, min_p)
    if allowed is not None:
        p = p * np.array(allowed)
        if p.sum() == 0:
            raise ValueError("no token is left")
        p = p / p.sum()
    return p
