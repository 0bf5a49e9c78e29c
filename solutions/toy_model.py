"""Language models without weights, for exercises about loops: their logits are looked up in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np


class Cache:
    """Stands for a KV cache: remembers which tokens went through the model."""

    served_methods: ClassVar = ("truncate",)
    served_attributes: ClassVar = ("length",)

    def __init__(self, model: ToyModel) -> None:
        self.model = model
        self.ids: list[int] = []

    @property
    def length(self) -> int:
        """How many positions it holds."""
        return len(self.ids)

    def truncate(self, n: int) -> None:
        """Forget all positions but the first n.

        Raises:
            ValueError: n is negative or larger than the length.
        """
        if not 0 <= n <= len(self.ids):
            raise ValueError(f"cannot keep {n} positions: the cache holds {len(self.ids)}")
        del self.ids[n:]


class ToyModel:
    """A model whose logits depend on all tokens so far, through one number that each token changes.

    Args:
        table: (states, V) float; the logits that belong to each value of that number.
        memory: how strongly old tokens count; with 0 only the newest one does.
        is_thrifty: whether it refuses to compute the same position of the same text twice.
    """

    served_methods: ClassVar = ("new_cache",)
    served_attributes: ClassVar = ()

    def __init__(self, table: np.ndarray, *, memory: int = 7, is_thrifty: bool = False) -> None:
        self._table = table
        self._memory = memory
        self._computed: set[tuple[int, ...]] | None = set() if is_thrifty else None

    def new_cache(self) -> Cache:
        """Return an empty cache."""
        return Cache(self)

    def __call__(self, ids: Sequence[int], cache: Cache) -> np.ndarray:
        """Return the logits after each of the new ids, (T, V) float, and add the ids to the cache.

        Raises:
            ValueError: there are no ids, one is not in the vocabulary, or the cache is another model's or something else.
            RuntimeError: a thrifty model has computed one of the positions before.
        """
        if not isinstance(cache, Cache):
            raise ValueError("the second argument must be a cache, made by model.new_cache()")
        if cache.model is not self:
            raise ValueError("this cache was made by another model; each model has a cache of its own")
        if not isinstance(ids, list | tuple | np.ndarray):
            raise ValueError("the first argument must be a list of ids, such as [3]")
        if not len(ids):
            raise ValueError(
                f"the list of ids is empty, so there is nothing to compute; the cache holds {cache.length}"
            )
        for token in ids:
            self._take(token, cache)
        states = self._states(cache.ids)[-len(ids) :]
        return self._table[states].copy()

    def _take(self, token: int, cache: Cache) -> None:
        size = self._table.shape[1]
        if not isinstance(token, int | np.integer) or not 0 <= token < size:
            raise ValueError(f"{token!r} is no id; ids are whole numbers from 0 to {size - 1}")
        cache.ids.append(int(token))
        if self._computed is not None:
            text = tuple(cache.ids)
            if text in self._computed:
                raise RuntimeError(f"position {len(text) - 1} of this text has been computed before; a cache had it")
            self._computed.add(text)

    def _states(self, ids: Sequence[int]) -> list[int]:
        states, state = [], 0
        for token in ids:
            state = (self._memory * state + token + 1) % len(self._table)
            states.append(state)
        return states


def random_table(seed: int, states: int, size: int, scale: float = 2.0) -> np.ndarray:
    """Return logits (states, size) that are always the same for the same seed."""
    return np.random.default_rng(seed).normal(0.0, scale, (states, size))
