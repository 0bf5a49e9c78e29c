"""Speculative decoding: a small model runs ahead, and the large one checks several of its tokens in one pass."""

from typing import Any

import numpy as np

from ..picking.sample_with_u import sample
from ..picking.sampler_pipeline import next_distribution
from .verify_block import verify


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

    There is one list of ids that are certain. Everything else follows from it: each model is fed what its cache lacks
    of the list, and after a round a cache forgets what the list does not hold.

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

    Source: Leviathan, Kalman and Matias 2023, https://arxiv.org/abs/2211.17192.
    """
    ids = list(prompt)
    end = len(prompt) + max_tokens
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    stats = {"target_calls": 0, "proposed": 0, "accepted": 0}
    while True:
        drafted, Q = _run_ahead(draft, draft_cache, ids, gamma, rng, sampling)
        rows = target([*ids, *drafted][target_cache.length :], target_cache)[-gamma - 1 :]  # (gamma + 1, V)
        P = np.array([next_distribution(row, **sampling) for row in rows])
        u = [rng.random() for _ in drafted]
        new = verify(P, Q, drafted, u, rng.random())
        stats["target_calls"] += 1
        stats["proposed"] += len(drafted)
        stats["accepted"] += len(new) - 1  # the last one was drawn, not drafted
        for token in new:
            if token == eos:
                return ids[len(prompt) :], stats
            ids.append(token)
            if len(ids) == end:
                return ids[len(prompt) :], stats
        for cache in (target_cache, draft_cache):
            cache.truncate(min(cache.length, len(ids) - 1))  # the newest id was drawn; no model has seen it yet


def _run_ahead(
    draft: Any, cache: Any, ids: list[int], gamma: int, rng: np.random.Generator, sampling: dict[str, Any]
) -> tuple[list[int], np.ndarray]:
    """Let the draft write gamma tokens behind ids; return them and the probabilities (gamma, V) they came from."""
    drafted: list[int] = []
    Q = []
    for _ in range(gamma):
        logits = draft([*ids, *drafted][cache.length :], cache)[-1]
        Q.append(next_distribution(logits, **sampling))
        drafted.append(sample(Q[-1], rng.random()))
    return drafted, np.array(Q)
