import numpy as np
from nucleus_membership import nucleus
from softmax_stable import softmax
from top_3_renormalisation import top_k as keep_top


def next_distribution(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    p = softmax(logits / T)
    p = keep_top(p, top_k)
    ids = nucleus(p, top_p)
    q = np.zeros(len(p))
    q[ids] = p[ids]
    q = q / q.sum()
    # TODO min_p
    return q
