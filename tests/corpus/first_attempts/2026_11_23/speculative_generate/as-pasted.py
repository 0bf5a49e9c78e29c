import numpy as np
from sampler_pipeline import next_distribution


def norm_logits(logits, sampling):
    return np.array([next_distribution(row, **sampling) for row in logits])


def pick(probs, r):
    return int(min(np.searchsorted(np.cumsum(probs), r, side="right"), len(probs) - 1))


def max_fn(x):
    """norm(max(x, 0))"""
    x_max = np.where(x > 0, x, 0.0)
    return x_max / x_max.sum()


def speculative(target, draft, prefix, max_len, gamma, rng, eos, sampling):
    """DeepMind version of speculative sampling"""
    seq_len = len(prefix)
    T = seq_len + max_len
    prefix = list(prefix)
    stats = {"target_calls": 0, "proposed": 0, "accepted": 0}
    while len(prefix) < T:
        x = list(prefix)
        prefix_len = len(prefix)
        for _ in range(gamma):
            q = norm_logits(draft(x, draft.new_cache()), sampling)
            x.append(pick(q[-1], rng.random()))
        if gamma == 0:
            q = np.zeros((prefix_len, 1))
        stats["proposed"] += gamma
        p = norm_logits(target(x, target.new_cache()), sampling)
        stats["target_calls"] += 1
        is_all_accept = True
        n = prefix_len - 1
        for i in range(gamma):
            r = rng.random()
            j = x[prefix_len + i]
            if r < min(1, p[prefix_len + i - 1, j] / q[prefix_len + i - 1, j]):
                n += 1
                stats["accepted"] += 1
            else:
                t = pick(max_fn(p[n] - q[n]), rng.random())
                is_all_accept = False
                break
        prefix = x[: n + 1]
        if is_all_accept:
            t = pick(p[-1], rng.random())
        prefix.append(t)
    return prefix[:T], stats
