import numpy as np


def frequency_presence(logits, prompt, generated, alpha_f, alpha_p):
    new = np.array(logits, dtype=float)
    for i in set(prompt + generated):
        new[i] -= alpha_f * (prompt + generated).count(i)
        # TODO presence
    return new
