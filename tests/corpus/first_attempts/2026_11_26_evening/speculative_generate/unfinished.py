"""Speculative decoding: a small model runs ahead, and the large one checks several of its tokens in one pass."""

from typing import Any

import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


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
    certain = list(prompt)
    t_cache = target.new_cache()
    d_cache = draft.new_cache()
    counts = {"target_calls": 0, "proposed": 0, "accepted": 0}

    while len(certain) < len(prompt) + max_tokens:
        # the draft runs ahead
        drafted = []
        Q = []
        for _ in range(gamma):
            logits = draft((certain + drafted)[d_cache.length :], d_cache)
            Q.append(next_distribution(logits[-1], **sampling))
            drafted.append(sample(Q[-1], rng.random()))
        counts["proposed"] += gamma

        # one pass of the target
        logits = target((certain + drafted)[t_cache.length :], t_cache)
        counts["target_calls"] += 1
        P = np.array([next_distribution(row, **sampling) for row in logits[-gamma - 1 :]])
        Q = np.array(Q).reshape(gamma, P.shape[1])
        new = verify(P, Q, drafted, [rng.random() for _ in drafted], rng.random())
        counts["accepted"] += len(new)
        certain += new

        # wrong drafts out of the caches
        for cache in (t_cache, d_cache):
            if cache.length > len(certain) - 1:
                cache.truncate(len(certain) - 1)

    # TODO eos
    return certain[len(prompt) : len(prompt) + max_tokens], counts
