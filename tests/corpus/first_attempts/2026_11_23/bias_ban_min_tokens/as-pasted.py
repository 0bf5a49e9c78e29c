import numpy as np


def shape_logits(logits, bias, banned, eos, n_generated, min_tokens):
    """logit_bias as in the API: maps token ids (strings, it's JSON) to a value from -100 to 100"""
    scores = np.array(logits, dtype=np.float64)
    for token_id in range(len(scores)):
        value = bias.get(str(token_id), 0)
        scores[token_id] += max(-100.0, min(100.0, value))
    mask_value = np.finfo(np.float32).min
    for token_id in banned:
        scores[token_id] = mask_value
    if n_generated < min_tokens:
        scores[eos] = mask_value
    return scores
