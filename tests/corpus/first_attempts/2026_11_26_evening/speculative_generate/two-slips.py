"""Speculative decoding: a small model runs ahead, and the large one checks several of its tokens in one pass."""

from typing import Any

import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def cut_back(cache, n):
    if cache.length > n:
        cache.truncate(n)


def speculative(
    target: Any,
    draft: Any,
    prompt: list[int],
    max_tokens: int,
    gamma: int,
    rng: np.random.Generator,
    eos: int,
    sampling: dict[str, Any],
) -> tuple[list[int], dict[str, int]]:
    """Generate tokens with the target's distribution, in fewer passes of the target."""
    if max_tokens < 1:
        raise ValueError("max_tokens is below 1")
    ids = list(prompt)
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    n_calls = n_proposed = n_accepted = 0
    out: list[int] = []
    while True:
        guesses: list[int] = []
        q_rows: list[np.ndarray] = []
        while len(guesses) < gamma:
            scores = draft((ids + guesses)[draft_cache.length :], draft_cache)[-1]
            q = next_distribution(scores)
            q_rows.append(q)
            guesses.append(sample(q, rng.random()))
        n_proposed += len(guesses)

        scores = target((ids + guesses)[target_cache.length :], target_cache)
        n_calls += 1
        p_rows = [next_distribution(row, **sampling) for row in scores[len(scores) - gamma - 1 :]]
        if gamma == 0:
            Q = np.zeros((0, len(p_rows[0])))
        else:
            Q = np.array(q_rows)
        u = [rng.random() for _ in range(gamma)]
        block = verify(np.array(p_rows), Q, guesses, u, rng.random())
        n_accepted += len(block) - 1

        ids += block
        out += block
        cut_back(target_cache, len(ids) - 1)
        cut_back(draft_cache, len(ids) - 1)

        if out[-1] == eos and len(out) <= max_tokens:
            out.pop()
            break
        if len(out) >= max_tokens:
            out = out[:max_tokens]
            break
    return out, {"target_calls": n_calls, "proposed": n_proposed, "accepted": n_accepted}
