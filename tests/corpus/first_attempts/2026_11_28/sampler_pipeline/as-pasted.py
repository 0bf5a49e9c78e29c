import numpy as np
from min_p import min_p as apply_min_p
from nucleus_membership import nucleus
from temperature_rescaling import temperature_probs
from top_3_renormalisation import top_k as apply_top_k


def next_distribution(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    probs = temperature_probs(logits, T)
    if T < 1e-5:
        return probs
    # Apply min_p.
    if min_p > 0:
        probs = apply_min_p(probs, min_p)
    # Apply top_k and/or top_p.
    probs = apply_top_k(probs, top_k)
    if top_p < 1:
        keep = nucleus(probs, top_p)
        masked = np.zeros_like(probs)
        masked[keep] = probs[keep]
        probs = masked / masked.sum()
    return probs
