import numpy as np


class KVCache:
    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self.k = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.v = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self) -> int:
        return min(k.shape[1] for k in self.k)

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        self.k[layer] = np.concatenate([self.k[layer], k], axis=1)
        self.v[layer] = np.concatenate([self.v[layer], v], axis=1)

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        return self.k[layer], self.v[layer]

    def truncate(self, n: int) -> None:
        # TODO: ValueError
        if n >= self.length:
            return
        for i in range(len(self.k)):
            self.k[i] = self.k[i][:, :n]
            self.v[i] = self.v[i][:, :n]
