"""A KV cache: the keys and values of all positions so far, kept for each layer."""

import numpy as np


class KVCache:
    """Remembers the keys and values of a text's positions."""

    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self.k = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.v = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self) -> int:
        """How many positions are complete, which means stored in all layers."""
        return self.k[0].shape[1]

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Add the next positions to one layer."""
        self.k[layer] = np.concatenate([self.k[layer], k], axis=1)
        self.v[layer] = np.concatenate([self.v[layer], v], axis=1)

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the keys and the values of one layer, each (heads, n, d_head), the oldest position first."""
        return self.k[layer], self.v[layer]

    def truncate(self, n: int) -> None:
        """Forget everything but the first n positions, in all layers."""
        raise NotImplementedError  # TODO: write this
