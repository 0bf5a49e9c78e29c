import numpy as np
from sampler_pipeline import next_distribution


def step_probs(logits, prompt, generated, *, logit_bias=None, repetition_penalty=1.1, frequency_penalty=0.0,
               presence_penalty=0.0, allowed=None, temperature=0.8, top_k=40, top_p=0.95, min_p=0.05):
    """logit-bias -> penalties -> grammar -> top-k -> top-p -> min-p -> temperature"""
    cur = np.array(logits, dtype=float)
    for token, bias in (logit_bias or {}).items():
        cur[token] += bias
    counts = {}
    for token in list(prompt) + list(generated):
        counts[token] = counts.get(token, 0) + 1
    for token, count in counts.items():
        if cur[token] <= 0:
            cur[token] *= repetition_penalty
        else:
            cur[token] /= repetition_penalty
        cur[token] -= count * frequency_penalty + (count > 0) * presence_penalty
    if allowed is not None:
        cur = np.where(allowed, cur, -np.inf)
    if temperature <= 0:
        return next_distribution(cur, T=0.0)
    kept = next_distribution(cur, T=1.0, top_k=top_k, top_p=top_p, min_p=min_p)
    cur = np.where(kept > 0, cur, -np.inf)
    return next_distribution(cur, T=temperature)
