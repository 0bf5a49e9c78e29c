"""Right, but rounded to float32."""

import numpy as np


def frequency_presence(logits, prompt, generated, alpha_f, alpha_p):
    lowered = logits.astype(np.float32)
    for token in set(generated):
        lowered[token] -= np.float32(alpha_f * generated.count(token) + alpha_p)
    return lowered
