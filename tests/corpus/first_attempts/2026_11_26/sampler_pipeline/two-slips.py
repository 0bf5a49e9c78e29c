import numpy as np
from min_p import min_p as keep_near
from nucleus_membership import nucleus
from temperature_rescaling import temperature_probs
from top_3_renormalisation import top_k as keep_best


def next_distribution(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    p = temperature_probs(logits, T)
    if min_p > 0:
        p = keep_near(p, min_p)
    if top_k:
        p = keep_best(p, top_k)
    kept = nucleus(p, top_p)
    mask = np.zeros(len(p), dtype=bool)
    mask[kept] = True
    return np.where(mask, p, 0.0)
