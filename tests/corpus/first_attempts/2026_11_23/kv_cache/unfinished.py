"""A KV cache: the keys and values of all positions so far, kept for each layer."""

import numpy as np


class KVCache:
    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self.keys = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.values = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self) -> int:
        return self.keys[0].shape[1]

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        self.keys[layer] = np.concatenate([self.keys[layer], k], axis=1)
        self.values[layer] = np.concatenate([self.values[layer], v], axis=1)

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        return self.keys[layer], self.values[layer]

    def truncate(self, n: int) -> None:
        # TODO
        pass
