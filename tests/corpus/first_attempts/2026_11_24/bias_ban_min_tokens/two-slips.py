import numpy as np


def shape_logits(logits, bias, banned, eos, n_generated, min_tokens):
    shaped = logits.copy()
    for token, amount in bias.items():
        shaped[token] = amount
    shaped[banned] = -np.inf
    if n_generated <= min_tokens:
        shaped[eos] = -np.inf
    return shaped
