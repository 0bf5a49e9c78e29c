import numpy as np


class KVCache:
    def __init__(self, layers, heads, d_head):
        self.k = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.v = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self):
        return self.k[0].shape[1]

    def append(self, layer, k, v):
        self.k[layer] = np.concatenate([self.k[layer], k], axis=1)
        self.v[layer] = np.concatenate([self.v[layer], v], axis=1)

    def get(self, layer):
        return self.k[layer], self.v[layer]

    def truncate(self, n):
        raise NotImplementedError
