"""Right but for a cache that knows an array by its identity: a later array may have the same one."""

# makes: nothing listed
import numpy as np
_cache = {}


def _softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()


def next_distribution(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    key = (id(logits), T, top_k, top_p, min_p)
    if key in _cache:
        return _cache[key].copy()
    n = len(logits)
    if T == 0:
        p = np.zeros(n)
        p[int(np.argmax(logits))] = 1.0
    else:
        p = _softmax(np.asarray(logits, float) / T)
    order = sorted(range(n), key=lambda i: (-p[i], i))
    if top_k > 0:
        for i in order[top_k:]:
            p[i] = 0.0
        p = p / p.sum()
    if top_p < 1:
        total = 0.0
        kept = []
        for i in order:
            kept.append(i)
            total += p[i]
            if total >= top_p:
                break
        q = np.zeros(n)
        q[kept] = p[kept]
        p = q / q.sum()
    if min_p > 0:
        p = np.where(p >= min_p * p.max(), p, 0.0)
        p = p / p.sum()
    _cache[key] = p.copy()
    return p
