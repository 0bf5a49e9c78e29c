"""Right ways to verify a block; the grader must accept every one of them."""

import bisect
import itertools

import numpy as np
from accept_and_residual import accept_and_residual
from sample_with_u import sample


def variant_imported(P, Q, drafted, u, u_pick):
    """Import both earlier exercises."""
    for i, token in enumerate(drafted):
        accept, residual = accept_and_residual(P[i], Q[i])
        if not u[i] < accept[token]:
            return [*drafted[:i], sample(residual, u_pick)]
    return [*drafted, sample(P[len(drafted)], u_pick)]


def _draw(weights, u):
    """Return the first index whose running share is greater than u."""
    sums = list(itertools.accumulate(float(w) for w in weights))
    token = bisect.bisect_right(sums, u * sums[-1])
    return min(token, max(i for i, w in enumerate(weights) if w > 0))


def variant_without_division(P, Q, drafted, u, u_pick):
    """Compare u q with p, and draw from what is not shared out."""
    kept = []
    for row, (token, chance) in enumerate(zip(drafted, u, strict=True)):
        if chance * Q[row][token] < P[row][token]:
            kept.append(token)
        else:
            break
    if len(kept) == len(drafted):
        return [*kept, _draw(P[-1], u_pick)]
    return [*kept, _draw(np.maximum(P[len(kept)] - Q[len(kept)], 0), u_pick)]


def variant_all_at_once(P, Q, drafted, u, u_pick):
    """Judge all drafts with arrays and look for the first rejection; an array comes back."""
    g = len(drafted)
    rows = np.arange(g)
    ids = np.array(drafted, dtype=int)
    is_kept = np.array(u) * Q[rows, ids] < P[rows, ids]
    count = g if is_kept.all() else int(np.argmin(is_kept))
    rest = P[count] - (Q[count] if count < g else 0)
    rest = np.clip(rest, 0, None) / np.clip(rest, 0, None).sum()
    last = np.searchsorted(np.cumsum(rest), u_pick, side="right")
    return np.append(ids[:count], min(last, np.flatnonzero(rest)[-1]))


def variant_padded_draft(P, Q, drafted, u, u_pick):
    """Give the draft a last row of zeros: its residual is then the target's row."""
    padded = np.vstack([Q, np.zeros((1, P.shape[1]))])
    tokens = []
    for p, q, token, chance in itertools.zip_longest(P, padded, drafted, u):
        if token is not None and chance < p[token] / q[token]:
            tokens.append(token)
            continue
        lacking = np.where(p > q, p - q, 0.0)
        tokens.append(int(np.argmax(np.cumsum(lacking / lacking.sum()) > u_pick)))
        return tokens
    return tokens


def variant_recursion(P, Q, drafted, u, u_pick):
    """Judge the first draft, and leave the rest of the block to oneself; a tuple comes back."""
    if len(drafted) == 0:
        return (sample(P[0], u_pick),)
    accept, residual = accept_and_residual(p=P[0], q=Q[0])
    if u[0] >= accept[drafted[0]]:
        return (sample(residual, u_pick),)
    return (drafted[0], *variant_recursion(P[1:], Q[1:], drafted[1:], u[1:], u_pick))


def variant_while(P, Q, drafted, u, u_pick):
    """Count how many are kept, then draw once."""
    n = 0
    while n < len(drafted):
        p, q = P[n, drafted[n]], Q[n, drafted[n]]
        if p == 0 or u[n] >= min(1.0, p / q):
            break
        n += 1
    source = P[n] if n == len(drafted) else accept_and_residual(P[n], Q[n])[1]
    return [np.int64(token) for token in drafted[:n]] + [np.int64(sample(source, u_pick))]
