"""A KV cache in blocks: what `--cache paged` gives to a model."""

from typing import Any

import numpy as np

from ..cache.paged_cache import PagedCache

BLOCK = 16
"""Rows in a block, as in the paper: Kwon et al. 2023, section 7.2, https://arxiv.org/abs/2309.06180."""
TEXT = "text"


class BlockCache:
    """The keys and values of one text, each layer's in a paged cache of its own; used like the exercise's KVCache.

    Args:
        layers: how many layers the model has.
        heads: how many heads of keys and values each layer has.
        d_head: the length of a key, and of a value.
        context: how many positions there is room for.
    """

    def __init__(self, layers: int, heads: int, d_head: int, context: int) -> None:
        self._empty = np.empty((heads, 0, d_head))
        self._layers = [PagedCache(-(-context // BLOCK), BLOCK) for _ in range(layers)]

    @property
    def length(self) -> int:
        """How many positions are complete, which means stored in all layers."""
        return min(len(layer.rows(TEXT)) for layer in self._layers)

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Add the next positions, (heads, T, d_head) each, to one layer."""
        for position in range(k.shape[1]):
            self._layers[layer].append(TEXT, np.stack([k[:, position], v[:, position]]))

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the keys and the values of one layer, each (heads, n, d_head)."""
        rows = self._layers[layer].rows(TEXT)
        if not rows:
            return self._empty, self._empty
        keys, values = np.stack(rows, axis=2)
        return keys, values

    def truncate(self, n: int) -> None:
        """Forget everything but the first n positions, in all layers.

        Raises:
            ValueError: n is negative, or larger than the length.
        """
        if not 0 <= n <= self.length:
            raise ValueError(f"cannot keep {n} positions: the cache holds {self.length}")
        for layer in self._layers:
            layer.truncate(TEXT, n)


class PagedModel:
    """A model whose caches are kept in blocks.

    Args:
        model: has `kv_shape` and `context` besides what the exercises describe.
    """

    def __init__(self, model: Any) -> None:
        self._model = model

    def new_cache(self) -> BlockCache:
        """Return an empty cache that fits the model."""
        return BlockCache(*self._model.kv_shape[:3], self._model.context)

    def __call__(self, ids: list[int], cache: BlockCache) -> np.ndarray:
        """Return the logits after each of the new ids, (T, V), and add the ids' positions to the cache."""
        rows: np.ndarray = self._model(ids, cache)
        return rows
