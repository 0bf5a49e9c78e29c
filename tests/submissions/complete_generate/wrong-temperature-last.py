"""The temperature comes after the filters."""

import numpy as np
from frequency_presence import frequency_presence
from repetition_penalty import repetition_penalty
from sampler_pipeline import next_distribution
from shared import generator


def chances(row, prompt, new, settings):
    z = np.array(row)
    for token, bias in (settings.get("logit_bias") or {}).items():
        z[token] += bias
    z = repetition_penalty(z, [*prompt, *new], settings.get("repetition_penalty", 1.0))
    z = frequency_presence(
        z, prompt, new, settings.get("frequency_penalty", 0.0), settings.get("presence_penalty", 0.0)
    )
    T, top_k = settings.get("temperature", 1.0), settings.get("top_k", 0)
    top_p, min_p = settings.get("top_p", 1.0), settings.get("min_p", 0.0)
    p = next_distribution(z, 1.0, top_k, top_p, min_p)
    with np.errstate(divide="ignore"):
        return next_distribution(np.log(p), T)


generate = generator(chances)
