"""A KV cache: the keys and values of all positions so far, kept for each layer."""

import numpy as np

FIRST_ROOM = 16
"""For how many positions there is room at first; it doubles whenever it is full."""


class KVCache:
    """Remembers the keys and values of a text's positions.

    Doubling the room keeps appending cheap: over n single appends, fewer than 2n old rows are copied in all. Growing by
    one position each time would copy n² / 2.

    Args:
        layers: how many layers the model has, at least 1.
        heads: how many heads each layer has, at least 1.
        d_head: the length of a key, and of a value.

    >>> cache = KVCache(layers=1, heads=1, d_head=2)
    >>> cache.append(0, np.array([[[1.0, 2.0]]]), np.array([[[5.0, 6.0]]]))
    >>> cache.append(0, np.array([[[3.0, 4.0]]]), np.array([[[7.0, 8.0]]]))
    >>> cache.length
    2
    >>> keys, values = cache.get(0)
    >>> keys.tolist()
    [[[1.0, 2.0], [3.0, 4.0]]]
    >>> cache.truncate(1)
    >>> cache.get(0)[1].tolist()
    [[[5.0, 6.0]]]

    Source: Pope et al. 2022, Efficiently scaling transformer inference, https://arxiv.org/abs/2211.05102.
    """

    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self._keys = np.empty((layers, heads, FIRST_ROOM, d_head))
        self._values = np.empty((layers, heads, FIRST_ROOM, d_head))
        self._filled = [0] * layers  # positions stored in each layer; they differ while a step is under way

    @property
    def length(self) -> int:
        """How many positions are complete, which means stored in all layers."""
        return min(self._filled)

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Add the next positions to one layer.

        Args:
            layer: from 0 to layers - 1.
            k: (heads, T, d_head) float; the keys of T new positions, T >= 1.
            v: (heads, T, d_head) float; their values.
        """
        start = self._filled[layer]
        end = start + k.shape[1]
        while end > self._keys.shape[2]:
            self._keys = np.concatenate([self._keys, np.empty_like(self._keys)], axis=2)
            self._values = np.concatenate([self._values, np.empty_like(self._values)], axis=2)
        self._keys[layer, :, start:end] = k  # copies, so the caller may use its arrays for something else
        self._values[layer, :, start:end] = v
        self._filled[layer] = end

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the keys and the values of one layer, each (heads, n, d_head), the oldest position first.

        They are views of the store, to be read only, and only until the cache changes.
        """
        end = self._filled[layer]
        return self._keys[layer, :, :end], self._values[layer, :, :end]

    def truncate(self, n: int) -> None:
        """Forget everything but the first n positions, in all layers.

        Nothing is erased: what lies beyond the mark will be overwritten.

        Raises:
            ValueError: n is negative, or larger than the length.
        """
        if not 0 <= n <= self.length:
            raise ValueError(f"cannot keep {n} positions: the cache holds {self.length}")
        self._filled = [n] * len(self._filled)
