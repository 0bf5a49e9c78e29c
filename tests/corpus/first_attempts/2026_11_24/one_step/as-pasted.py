import numpy as np
from sampler_pipeline import next_distribution


def step_probs(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    scores = np.array(logits, dtype=float)
    for token in set(prompt + generated):
        scores[token] /= repetition_penalty
    for token in set(generated):
        scores[token] -= generated.count(token) * frequency_penalty + presence_penalty
    for token, value in (logit_bias or {}).items():
        scores[token] += value
    if allowed is not None:
        scores[~np.array(allowed)] = -np.inf
    return next_distribution(scores, temperature, top_k, top_p, min_p)
