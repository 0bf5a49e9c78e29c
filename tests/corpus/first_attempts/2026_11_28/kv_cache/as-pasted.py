import numpy as np


class KVCache:
    """DynamicCache, see transformers/cache_utils.py."""

    def __init__(self, layers, heads, d_head):
        self.heads = heads
        self.d_head = d_head
        self.key_cache = [None] * layers
        self.value_cache = [None] * layers

    @property
    def length(self):
        return self.get_seq_length(0)

    def get_seq_length(self, layer_idx=0):
        if self.key_cache[layer_idx] is None:
            return 0
        return self.key_cache[layer_idx].shape[-2]

    def append(self, layer, k, v):
        if self.key_cache[layer] is None:
            self.key_cache[layer] = k
            self.value_cache[layer] = v
        else:
            self.key_cache[layer] = np.concatenate([self.key_cache[layer], k], axis=-2)
            self.value_cache[layer] = np.concatenate([self.value_cache[layer], v], axis=-2)

    def get(self, layer):
        if self.key_cache[layer] is None:
            empty = np.zeros((self.heads, 0, self.d_head))
            return empty, empty.copy()
        return self.key_cache[layer], self.value_cache[layer]

    def truncate(self, n):
        # crop
        if n < 0:
            n = self.get_seq_length() - abs(n)
        for idx in range(len(self.key_cache)):
            if self.key_cache[idx] is not None:
                self.key_cache[idx] = self.key_cache[idx][..., :n, :]
                self.value_cache[idx] = self.value_cache[idx][..., :n, :]
