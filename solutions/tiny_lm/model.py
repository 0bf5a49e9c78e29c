"""Run the tiny transformer with numpy: token ids in, one row of logits per token out."""

from __future__ import annotations  # a learner's KVCache, in place of ours, may be a function

import json
import math
from functools import cache as remembered
from pathlib import Path
from typing import Any

import numpy as np

from ..cache.cached_forward import forward
from ..cache.kv_cache import KVCache
from .tokenizer import Tokenizer
from .tokenizer import load as load_tokenizer

HERE = Path(__file__).parent
CONTEXT = 512
"""How many positions a text may have."""

Params = dict[str, Any]


class TinyLM:
    """A transformer that continues text.

    Args:
        params: `heads`, `emb` (V, d), `nf` (d,), and `layers`: per layer a dict of `n1` (d,), `qkv` (d, 3d),
            `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float64.
    """

    context = CONTEXT

    def __init__(self, params: Params) -> None:
        self.params = params

    @property
    def kv_shape(self) -> tuple[int, int, int, int]:
        """Layers, heads, numbers in a key, and bytes in a number: what a position of the cache takes."""
        heads, emb = self.params["heads"], self.params["emb"]
        return len(self.params["layers"]), heads, emb.shape[1] // heads, emb.itemsize

    def new_cache(self) -> KVCache:
        """Return an empty cache that fits this model."""
        return KVCache(*self.kv_shape[:3])

    def __call__(self, ids: list[int], cache: KVCache | None = None) -> np.ndarray:
        """Return the logits of the token after each id, and add the ids' positions to the cache.

        Args:
            ids: T new tokens, T >= 1; they continue what the cache holds.
            cache: what earlier calls left; without one, ids are the whole text.

        Returns:
            (T, V) float64; row t scores the token that follows ids[t].

        Raises:
            ValueError: there are no ids, one is not in the vocabulary, or the text gets longer than CONTEXT.
        """
        cache = self.new_cache() if cache is None else cache
        if not len(ids) or min(ids) < 0 or max(ids) >= len(self.params["emb"]):
            raise ValueError(f"the model needs at least one id, and ids below {len(self.params['emb'])}")
        if cache.length + len(ids) > CONTEXT:
            raise ValueError(f"{cache.length} + {len(ids)} positions do not fit into a context of {CONTEXT}")
        return forward(self.params, ids, cache)


@remembered
def load(name: str) -> TinyLM:
    """Return the model of that name, "target" or "draft"; float16 numbers become float64 exactly."""
    return TinyLM(unpack(described(name)["heads"], weights(name)))


@remembered
def tokenizer() -> Tokenizer:
    """Return the tokenizer of both models."""
    return load_tokenizer(HERE / "tokenizer.json")


def described(name: str) -> dict[str, Any]:
    """Return what `weights.json` says of a model: its heads, the shapes of its weights, …"""
    return json.loads((HERE / "weights.json").read_text("utf-8"))[name]


def weights(name: str) -> dict[str, np.ndarray]:
    """Return the float16 arrays of a model by names such as `emb` and `3.qkv`."""
    with np.load(HERE / f"{name}.npz") as stored:
        numbers = joined(stored["planes"])
    shapes = described(name)["shapes"]
    parts = np.split(numbers, np.cumsum([math.prod(shape) for shape in shapes.values()])[:-1])
    return {key: part.reshape(shape) for (key, shape), part in zip(shapes.items(), parts, strict=True)}


def planes(numbers: np.ndarray) -> np.ndarray:
    """Return the low bytes of n float16 numbers, then their high bytes, (2, n) uint8.

    Only signs and exponents repeat, all in the high bytes; in this order, a zip file of both models is 39 kB smaller.
    """
    return numbers.astype("<f2").view(np.uint8).reshape(-1, 2).T.copy()


def joined(planes: np.ndarray) -> np.ndarray:
    """Return the float16 numbers of which `planes` returned the bytes."""
    return planes.T.copy().view("<f2").ravel()


def unpack(heads: int, stored: dict[str, np.ndarray]) -> Params:
    """Return the parameters of arrays under names such as `emb` and `3.qkv`."""
    numbers = {key: value.astype(np.float64) for key, value in stored.items()}
    layers: list[Params] = [{} for key in numbers if key.endswith(".qkv")]
    params: Params = {"heads": heads, "layers": layers}
    for key, value in numbers.items():
        layer, _, name = key.rpartition(".")
        (layers[int(layer)] if layer else params)[name] = value
    return params
