"""The figures on the cards of the deck `cache`."""

import numpy as np

from ..cache.cached_generate import generate_cached
from ..cache.causal_attention import attend
from ..cache.paged_cache import PagedCache
from ..formulas import kv_bytes
from ..tiny_lm import model as tiny_lm
from .as_text import grouped, percent

TEXTS, SAME, OWN, BLOCK = 20, 1000, 100, 16
"""So many texts begin with the same tokens, and each goes on with tokens of its own; rows in a block."""


def keys_seen() -> dict[str, str]:
    """Return how many of ten keys each of three new queries sees: those of equal weight, whose values it mixes."""
    mixed = attend(np.zeros((3, 1)), np.zeros((10, 1)), np.eye(10))
    seen = [str((row > 0).sum()) for row in mixed]
    return {"seen": f"{', '.join(seen[:-1])} and {seen[-1]}"}


def lengths_of_the_cache() -> dict[str, str]:
    """Return how long the tiny model's cache is after each of three new tokens, for a prompt of 4."""
    model, lengths = _Watched(), []

    def pick(logits: np.ndarray) -> int:
        lengths.append(str(model.caches[0].length))
        return int(np.argmax(logits))

    generate_cached(model, [1, 2, 3, 4], 3, -1, pick)
    return {"lengths": f"{', '.join(lengths[:-1])} and {lengths[-1]}"}


class _Watched:
    """The tiny model, whose caches can be looked at."""

    def __init__(self) -> None:
        self._model = tiny_lm.load("draft")
        self.caches: list[tiny_lm.KVCache] = []

    def new_cache(self) -> tiny_lm.KVCache:
        self.caches.append(self._model.new_cache())
        return self.caches[-1]

    def __call__(self, ids: list[int], cache: tiny_lm.KVCache) -> np.ndarray:
        return self._model(ids, cache)


def gpt2() -> dict[str, str]:
    """Return the bytes that one position takes in the smallest GPT-2, in 16 bits."""
    return {"bytes": grouped(kv_bytes(12, 12, 64, 1, 2))}


def llama3() -> dict[str, str]:
    """Return the bytes that one position takes in Llama 3 8B, in 16 bits, and how many positions fill 1 GiB."""
    one = kv_bytes(32, 8, 128, 1, 2)
    return {"bytes": grouped(one), "positions": grouped(2**30 // one)}


def shared_keys() -> dict[str, str]:
    """Return the share of memory that 8 heads of keys and values take of what 32 would."""
    return {"share": percent(kv_bytes(32, 8, 128, 1, 2) / kv_bytes(32, 32, 128, 1, 2))}


def reserved_or_paged() -> dict[str, str]:
    """Return what 500 rows leave empty of room for 2000, and of blocks of 16 rows."""
    longest, used, size = 2000, 500, BLOCK
    cache = PagedCache(longest // size, size)
    for position in range(used):
        cache.append("text", position)
    blocks = len(cache.table("text"))
    return {
        "longest": str(longest),
        "used": str(used),
        "wasted": percent(1 - used / longest),
        "size": str(size),
        "blocks": str(blocks),
        "empty": str(blocks * size - used),
    }


def shared_beginning() -> dict[str, str]:
    """Return the blocks that texts with the same beginning take, shared and not, and its full blocks."""
    taken = {}
    for name, shared in (("shared", SAME), ("apart", 0)):
        cache = PagedCache(2000, BLOCK)
        for position in range(shared):
            cache.append("0", position)
        for text in range(1, TEXTS):
            cache.fork("0", str(text), shared)
        for text in range(TEXTS):
            for position in range(shared, SAME + OWN):
                cache.append(str(text), position)
        taken[name] = grouped(2000 - cache.free)
    return taken | {"full": str(SAME // BLOCK)}


def bits_of_a_weight() -> dict[str, str]:
    """Return how many times fewer bytes weights take in 4 bits than in 16."""
    few, many = 4, 16
    return {"few": str(few), "many": str(many), "times": f"{many / few:g}"}
