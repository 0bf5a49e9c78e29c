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
    """Generate tokens with the target's distribution, in fewer passes of the target.

    Args:
        target: the large model; `target.new_cache()` returns an empty cache with `length` and `truncate(n)`, and
            `target(ids, cache)` adds T ids to the cache and returns the logits after each of them, (T, V) float.
        draft: the small model, of the same kind and with the same vocabulary.
        prompt: at least one id.
        max_tokens: how many tokens to generate at most, at least 1.
        gamma: how many tokens to draft in each round, at least 0.
        rng: a generator of random numbers.
        eos: the id that ends the text.
        sampling: the settings of `next_distribution`, such as {"T": 0.7, "top_k": 20}.

    Returns:
        the new ids without eos, and how much was done: "target_calls", "proposed" and "accepted" tokens.

    >>> class Cache(list):
    ...     length = property(len)
    ...
    ...     def truncate(self, n):
    ...         del self[n:]
    >>> class Successor:  # after every token comes the next larger one
    ...     new_cache = Cache
    ...
    ...     def __call__(self, ids, cache):
    ...         cache += ids
    ...         return np.eye(9)[[token + 1 for token in ids]]
    >>> speculative(Successor(), Successor(), [0], 6, 2, np.random.default_rng(0), 8, {"T": 0.0})
    ([1, 2, 3, 4, 5, 6], {'target_calls': 2, 'proposed': 4, 'accepted': 4})
    """
    certain = list(prompt)
    start = len(prompt)
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    calls = proposed = accepted = 0
    while True:
        room = max_tokens - (len(certain) - start)
        n = min(gamma, room)
        drafted, Q = [], []
        for _ in range(n):
            known = certain + drafted
            logits = draft(known[draft_cache.length:], draft_cache)[-1]
            Q.append(next_distribution(logits, **sampling))
            drafted.append(sample(Q[-1], rng.random()))
        proposed += n
        logits = target((certain + drafted)[target_cache.length:], target_cache)[-(n + 1):]
        calls += 1
        P = np.array([next_distribution(row, **sampling) for row in logits])
        Q = np.array(Q).reshape(n, P.shape[1])
        block = verify(P, Q, drafted, [rng.random() for _ in drafted], rng.random())
        n_accepted = len(block) - 1
        shown = block[:block.index(eos)] if eos in block else block
        shown = shown[:room]
        accepted += min(n_accepted, len(shown))
        certain += shown
        if eos in block or len(certain) - start >= max_tokens:
            break
        for cache in (target_cache, draft_cache):
            cache.truncate(min(cache.length, len(certain) - 1))
    return certain[start:], {"target_calls": calls, "proposed": proposed, "accepted": accepted}
