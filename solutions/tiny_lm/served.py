"""The tiny models and their tokenizer for checks: learners' functions use them from a process of their own."""

from typing import ClassVar

import numpy as np

from . import model as tiny_lm


class ServedCache(tiny_lm.KVCache):
    """A cache that learners' functions may shorten."""

    served_methods: ClassVar = ("truncate",)
    served_attributes: ClassVar = ("length",)


class ServedModel:
    """A tiny model, "target" or "draft"."""

    served_methods: ClassVar = ("new_cache",)
    served_attributes: ClassVar = ()

    def __init__(self, name: str) -> None:
        self._model = tiny_lm.load(name)

    def new_cache(self) -> ServedCache:
        """Return an empty cache."""
        heads = self._model.params["heads"]
        return ServedCache(len(self._model.params["layers"]), heads, self._model.params["emb"].shape[1] // heads)

    def __call__(self, ids: list[int], cache: ServedCache) -> np.ndarray:
        """Return the logits after each of the new ids, (T, V) float64, and add the ids to the cache.

        Raises:
            ValueError: the second argument is no cache.
        """
        if not isinstance(cache, ServedCache):
            raise ValueError("the second argument must be a cache, made by model.new_cache()")
        return self._model([int(token) for token in ids], cache)


class ServedTokenizer:
    """The tokenizer of both models."""

    served_methods: ClassVar = ("encode",)
    served_attributes: ClassVar = ("bytes", "eos")

    def __init__(self) -> None:
        tokenizer = tiny_lm.tokenizer()
        self.encode, self.bytes, self.eos = tokenizer.encode, tokenizer.bytes, tokenizer.eos
