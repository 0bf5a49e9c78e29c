import numpy as np
from bias_ban_min_tokens import shape_logits
from frequency_presence import frequency_presence
from repetition_penalty import repetition_penalty as rp
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
    banned = []
    if allowed is not None:
        banned = [i for i in range(len(allowed)) if not allowed[i]]
    z = shape_logits(logits, logit_bias or {}, banned, 0, 0, 0)
    z = rp(z, generated, repetition_penalty)
    z = frequency_presence(z, prompt, generated, frequency_penalty, presence_penalty)
    return next_distribution(z, temperature, top_k, top_p, min_p)
