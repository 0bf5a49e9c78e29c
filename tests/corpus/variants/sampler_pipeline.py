"""Right ways to write the whole sampler; the grader must accept every one of them."""

import math

import numpy as np
from min_p import min_p as keep_near_the_best
from nucleus_membership import nucleus
from softmax_stable import softmax
from temperature_rescaling import temperature_probs
from top_3_renormalisation import top_k as keep_top_k


def variant_four_lines(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Lean on the earlier exercises."""
    p = temperature_probs(logits, T)
    p = keep_top_k(p, top_k)
    q = np.zeros_like(p)
    ids = nucleus(p, top_p)
    q[ids] = p[ids]
    return keep_near_the_best(q / q.sum(), min_p)


def variant_softmax_again(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Stay with logits: put -inf in place of what is cut and take softmax for each look."""
    if T == 0:
        return np.eye(len(logits))[int(np.argmax(logits))]
    z = logits / T
    if 0 < top_k < len(z):
        z[np.argsort(-z, kind="stable")[top_k:]] = -np.inf
    if top_p < 1:
        ids = nucleus(softmax(z), top_p)
        z = np.array([z[i] if i in ids else -np.inf for i in range(len(z))])
    if min_p > 0:
        z[z < z.max() + math.log(min_p)] = -np.inf
    return softmax(z)


def variant_only_numpy(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Import nothing, with one ranking for all filters."""
    order = np.argsort(-logits, kind="stable")
    out = np.zeros(len(logits))
    if T == 0:
        out[order[0]] = 1.0
        return out
    z = (logits[order] - logits[order[0]]) / T
    p = np.exp(z)
    if top_k:
        p = p[:top_k]
    p = p / p.sum()
    if top_p < 1:
        p = p[np.cumsum(p) - p < top_p]
    p = p[p >= min_p * p[0]]
    out[order[: len(p)]] = p / p.sum()
    return out


def variant_plain_lists(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Use pairs in Python lists and math.exp."""
    ranking = sorted(enumerate(logits.tolist()), key=lambda pair: (-pair[1], pair[0]))
    best = ranking[0][1]
    if T == 0:
        ranking, T = ranking[:1], 1.0
    weights = [(i, math.exp((z - best) / T)) for i, z in ranking]
    weights = weights[: top_k or None]
    total, mass, kept = math.fsum(w for _, w in weights), 0.0, []
    for i, w in weights:
        if mass >= top_p * total and top_p < 1:
            break
        kept.append((i, w))
        mass += w
    kept = [(i, w) for i, w in kept if w >= min_p * kept[0][1]]
    total = math.fsum(w for _, w in kept)
    shares = {i: w / total for i, w in kept}
    return [shares.get(i, 0.0) for i in range(len(logits))]


def variant_temperature_after_top_k(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Cut by top-k first and apply temperature then; the two commute."""
    p = keep_top_k(softmax(logits), top_k)
    if T == 0:
        return [float(i == np.argmax(logits)) for i in range(len(p))]
    p = (p / p.max()) ** (1 / T)
    p /= p.sum()
    ids = nucleus(p, top_p)
    p = np.where(np.isin(np.arange(len(p)), ids), p, 0)
    return keep_near_the_best(p / p.sum(), min_p)


def variant_float32(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Compute in float32."""
    z = logits.astype(np.float32)
    if T == 0:
        return (np.arange(len(z)) == z.argmax()).astype(np.float32)
    p = np.exp((z - z.max()) / np.float32(T))
    p /= p.sum()
    order = np.argsort(-z, kind="stable")
    if top_k > 0:
        p[order[top_k:]] = 0
        p /= p.sum()
    if top_p < 1:
        ranked = p[order]
        p[order[np.cumsum(ranked) - ranked >= np.float32(top_p)]] = 0
        p /= p.sum()
    p[p < np.float32(min_p) * p.max()] = 0
    return p / p.sum()


def variant_masks(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Collect one mask of survivors and share out with it after each filter."""
    p = temperature_probs(logits, T)
    alive = np.ones(len(p), dtype=bool)

    def shared():
        return np.where(alive, p, 0.0) / p[alive].sum()

    if top_k > 0:
        rank = np.empty(len(p), dtype=int)
        rank[np.argsort(-p, kind="stable")] = np.arange(len(p))
        alive &= rank < top_k
    if top_p != 1:
        alive &= np.isin(np.arange(len(p)), nucleus(shared(), top_p))
    if min_p:
        q = shared()
        alive &= q >= min_p * q.max()
    return shared()


def variant_list_of_steps(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Go through a list of steps; each takes a distribution and hands one on."""

    def keep_nucleus(p):
        ids = nucleus(p, top_p)
        mass = sum(p[i] for i in ids)
        return np.array([p[i] / mass if i in ids else 0.0 for i in range(len(p))])

    steps = [lambda p: keep_top_k(p, top_k), keep_nucleus, lambda p: keep_near_the_best(p, min_p)]
    p = temperature_probs(logits, T)
    for step in steps:
        p = step(p)
    return tuple(p)
