"""A very small transformer with random weights, texts in its cache, and the law of pieces for its first block."""

from dataclasses import replace
from typing import ClassVar

import numpy as np

from .cached_block import run_block
from .kv_cache import KVCache

V, WIDTH, HEADS, LAYERS = 11, 16, 2, 2
TEXT = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4)
PIECES = ((24,), (10, 7, 7), (*[1] * 8, 16))


def tiny():
    """Make the weights of a transformer with two layers; they are always the same."""
    rng = np.random.default_rng(28)

    def matrix(rows, columns):
        return rng.normal(0.0, 1.5 / np.sqrt(rows), (rows, columns))

    def layer():
        return {
            "n1": rng.uniform(0.5, 1.5, WIDTH),
            "qkv": matrix(WIDTH, 3 * WIDTH),
            "o": matrix(WIDTH, WIDTH),
            "n2": rng.uniform(0.5, 1.5, WIDTH),
            "up": matrix(WIDTH, 4 * WIDTH),
            "down": matrix(4 * WIDTH, WIDTH),
        }

    layers = [layer() for _ in range(LAYERS)]
    return {
        "heads": HEADS,
        "emb": rng.normal(0.0, 1.0, (V, WIDTH)),
        "layers": layers,
        "nf": rng.uniform(0.5, 1.5, WIDTH),
    }


class Cache:
    """A KV cache that can be asked from elsewhere, and says so if it is given something else than keys and values."""

    served_methods: ClassVar = ("append", "get", "truncate")
    served_attributes: ClassVar = ("length",)

    def __init__(self, layers=LAYERS, heads=HEADS):
        self._shape = heads, WIDTH // heads
        self._kept = KVCache(layers, *self._shape)
        self.get = self._kept.get
        self.truncate = self._kept.truncate

    @property
    def length(self):
        """How many positions are complete."""
        return self._kept.length

    def append(self, layer, k, v):
        """Add the keys and values of new positions to one layer."""
        k, v = np.asarray(k), np.asarray(v)
        for name, each in (("k", k), ("v", v)):
            if each.ndim != 3 or (len(each), each.shape[2]) != self._shape:
                wanted = f"(heads, T, d_head), here ({self._shape[0]}, T, {self._shape[1]})"
                raise ValueError(f"{name} must have the shape {wanted}, not {each.shape}")
        if k.shape != v.shape:
            raise ValueError(f"k has shape {k.shape}, but v has shape {v.shape}")
        self._kept.append(layer, k, v)


def empty():
    """Make an empty cache."""
    return Cache()


def empty_of_four_heads():
    """Make an empty cache for a model of four heads in each layer."""
    return Cache(heads=4)


def holds_ten():
    """Make a cache that holds the first ten tokens of the text."""
    return _holding(10)


def holds_seventeen():
    """Make a cache that holds the first seventeen tokens of the text."""
    return _holding(17)


def cut_back_to_ten():
    """Make a cache that has held more, and was cut back to the first ten tokens of the text."""
    cache = _holding(10)
    _run([0, 10, 0], cache)
    cache.truncate(10)
    return cache


def between_layers():
    """Make a cache that holds ten tokens, and in its first layer three more: a pass is under way."""
    cache = _holding(10)
    run_block(three_rows(), first_block(), HEADS, 0, cache)
    return cache


def one_layer():
    """Make an empty cache for a model of one layer."""
    return Cache(1)


def _holding(count):
    cache = Cache()
    _run(list(TEXT[:count]), cache)
    return cache


def _run(ids, cache):
    """Let tokens go through all blocks."""
    params = tiny()
    x = params["emb"][ids]
    for layer, block in enumerate(params["layers"]):
        x = run_block(x, block, HEADS, layer, cache)


def first_block():
    """Make the weights of the first layer."""
    return tiny()["layers"][0]


def second_block():
    """Make the weights of the second layer."""
    return tiny()["layers"][1]


def without_mlp():
    """Make a block whose MLP gives zeros."""
    block = first_block()
    return block | {"down": np.zeros_like(block["down"])}


def without_attention():
    """Make a block whose attention adds zeros."""
    block = first_block()
    return block | {"o": np.zeros_like(block["o"])}


def one_row():
    """Make the row of a token."""
    return tiny()["emb"][[5]]


def three_rows():
    """Make the rows of three tokens."""
    return tiny()["emb"][[5, 8, 9]]


def ten_rows():
    """Make the rows of the first ten tokens of the text."""
    return tiny()["emb"][list(TEXT[:10])]


def all_rows():
    """Make the rows of the whole text."""
    return tiny()["emb"][list(TEXT)]


class _Chain:
    """One cache for several calls: the first call gets a new one, the others what the calls before have left."""

    def __init__(self, make):
        self._make = make

    def new(self):
        self._cache = self._make()
        return self._cache

    def same(self):
        return self._cache


def pieces_give_the_same_rows(near, x, **others):
    """However the text is cut into pieces, the rows are those of the whole text in one piece."""
    return (yield from in_pieces(near, "x", x, others, "rows"))


def in_pieces(near, name, whole, others, results):
    """Call with the pieces of one argument, each with the cache that the ones before have left, and compare."""
    calls, counts = [], []
    cache = others["cache"]
    for sizes in PIECES:
        chain, end = _Chain(cache.make), 0
        for size in sizes:
            make = chain.same if end else chain.new
            calls.append({**others, name: whole[end : end + size], "cache": replace(cache, make=make)})
            end += size
        counts.append(len(sizes))
    rows = yield calls
    expected, start = rows[0], 0
    for sizes, count in zip(PIECES, counts, strict=True):
        if not near(np.concatenate(rows[start : start + count]), expected):
            return f"in pieces of {_listed(sizes)} tokens the text gives other {results} than in one piece"
        start += count
    return None


def _listed(sizes):
    return ", ".join(map(str, sizes[:4])) + (", …" if len(sizes) > 4 else "")
