"""The figures of the page on the KV cache, and of its answers."""

import numpy as np

from ..cache import cached_generate as loop
from ..cache import causal_attention as attention
from ..cache import paged_cache as paged
from ..cache import split_heads as heads
from ..cache.kv_cache import KVCache
from ..cost.loop_op_counts import op_counts
from ..flashcards import cache as cards
from ..flashcards.as_text import grouped, short
from ..formulas import kv_bytes
from ..tiny_lm import model as tiny_lm

LLAMA = (32, 8, 128)
"""Layers, heads of keys and values, and numbers in each, of Llama 3 8B."""
CONTEXT = 8192
PROMPT, NEW = [5, 2, 7, 1], 3
"""A run of the tiny draft model."""


class Watched:
    """The tiny draft model, which notes what is fed and how long its cache is afterwards."""

    def __init__(self) -> None:
        self._model = tiny_lm.load("draft")
        self.fed: list[list[int]] = []
        self.lengths: list[int] = []

    def new_cache(self) -> tiny_lm.KVCache:
        """Return an empty cache."""
        return self._model.new_cache()

    def __call__(self, ids: list[int], cache: tiny_lm.KVCache) -> np.ndarray:
        """Return the logits of the model, and take notes."""
        rows = self._model(ids, cache)
        self.fed.append(list(ids))
        self.lengths.append(cache.length)
        return rows


def page() -> dict[str, str]:
    """Return how many tokens a short run feeds, and the memory of two models."""
    model = Watched()
    ids, _ = loop.generate_cached(model, PROMPT, NEW, -1, lambda row: int(row.argmax()))
    assert sum(map(len, model.fed)) == op_counts(len(PROMPT), len(ids))[1]
    one = kv_bytes(*LLAMA, 1, 2)
    return {
        "fed": str(sum(map(len, model.fed))),
        "layers": str(LLAMA[0]),
        "heads": str(LLAMA[1]),
        "size": str(LLAMA[2]),
        "one": grouped(one),
        "context": grouped(CONTEXT),
        "gib": f"{kv_bytes(*LLAMA, CONTEXT, 2) / 2**30:g}",
        "texts": str(cards.TEXTS),
        "length": grouped(cards.SAME + cards.OWN),
        "same": grouped(cards.SAME),
        **cards.shared_beginning(),
        "batch": f"{kv_bytes(*LLAMA, CONTEXT, 2, 16) / 2**30:g}",
    }


def causal_attention() -> dict[str, str]:
    """Return the results of the two positions, and the weights of the second."""
    q, k = np.array([[1.0, 0, 0, 0], [1.0, 0, 0, 0]]), np.array([[2.0, 0, 0, 0], [4.0, 0, 0, 0]])
    first, second = attention.attend(q, k, np.array([[10.0], [20.0]]))[:, 0]
    weights = attention.attend(q, k, np.eye(2))[1]
    return {
        "first": f"{first:g}",
        "left": short(weights[0]),
        "right": short(weights[1]),
        "second": short(second, 2),
    }


def split_heads() -> dict[str, str]:
    """Return what the two heads of two positions get."""
    parts = heads.split_heads(np.arange(1, 9).reshape(2, 4), 2)
    first, second = (" and ".join(", ".join(map(str, row)) for row in part) for part in parts)
    return {"first": first, "second": second}


def cached_block() -> dict[str, str]:
    """Return the length of a cache of two layers while three positions go through them."""
    cache, old, new = KVCache(2, 1, 1), np.zeros((1, 10, 1)), np.zeros((1, 3, 1))
    for layer in (0, 1):
        cache.append(layer, old, old)
    lengths = [cache.length]
    for layer in (0, 1):
        cache.append(layer, new, new)
        lengths.append(cache.length)
    return dict(zip(("before", "between", "after"), map(str, lengths), strict=True))


def cached_generate() -> dict[str, str]:
    """Return how many ids go into each pass, and how many the cache holds afterwards."""
    model = Watched()
    loop.generate_cached(model, [5, 2], 3, -1, lambda row: int(row.argmax()))
    assert model.fed[0] == [5, 2]
    return {"lengths": ", ".join(map(str, model.lengths)), "passes": str(len(model.fed)), "end": str(model.lengths[-1])}


def paged_cache() -> dict[str, str]:
    """Return the tables before and after each of three texts has got a row, and the free blocks."""
    cache = paged.PagedCache(8, 4)
    for row in range(6):
        cache.append("a", row)
    for copy in ("b", "c"):
        cache.fork("a", copy, 6)
    before = cache.table("a")
    for text in "abc":
        cache.append(text, 6)
    found = {text: str(cache.table(text)) for text in "abc"}
    return found | {"before": f"{before[0]} and {before[1]}", "free": str(cache.free)}
