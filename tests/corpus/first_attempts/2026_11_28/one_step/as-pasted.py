import numpy as np
from frequency_presence import frequency_presence
from repetition_penalty import repetition_penalty as apply_repetition
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
    # Apply penalties (e.g., min_tokens, freq_penalties).
    logits = apply_repetition(logits, prompt + generated, repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    # Apply logits bias (e.g., logit_bias).
    if logit_bias:
        logits = np.array(logits)
        for token, bias in logit_bias.items():
            logits[token] += bias
    # Apply allowed token ids mask.
    if allowed is not None:
        logits = np.where(allowed, logits, -np.inf)
    return next_distribution(logits, temperature, top_k, top_p, min_p)
