"""A KV cache: the keys and values of all positions so far, kept for each layer."""

import numpy as np


class KVCache:
    """Remembers the keys and values of a text's positions.

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
    """

    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self.heads, self.d_head = heads, d_head
        self.data = {layer: (np.empty((heads, 0, d_head)), np.empty((heads, 0, d_head))) for layer in range(layers)}

    @property
    def length(self) -> int:
        """How many positions are complete, which means stored in all layers."""
        return min(k.shape[1] for k, v in self.data.values())

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Add the next positions to one layer.

        Args:
            layer: from 0 to layers - 1.
            k: (heads, T, d_head) float; the keys of T new positions, T >= 1.
            v: (heads, T, d_head) float; their values.
        """
        old_k, old_v = self.data[layer]
        self.data[layer] = (np.concatenate((old_k, k), axis=1), np.concatenate((old_v, v), axis=1))

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the keys and the values of one layer, each (heads, n, d_head), the oldest position first."""
        k, v = self.data[layer]
        return k.copy(), v.copy()

    def truncate(self, n: int) -> None:
        """Forget everything but the first n positions, in all layers.

        Raises:
            ValueError: n is negative, or larger than the length.
        """
        if n < 0:
            raise ValueError("n is negative")
        for layer in self.data:
            k, v = self.data[layer]
            self.data[layer] = (k[:n], v[:n])
