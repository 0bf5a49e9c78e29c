import numpy as np


class KVCache:
    """A cache that grows dynamically as more tokens are generated."""

    def __init__(self, layers, heads, d_head):
        self.key_cache = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.value_cache = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self):
        return self.get_seq_length()

    def append(self, layer, k, v):
        self.key_cache[layer] = np.concatenate([self.key_cache[layer], k], axis=-2)
        self.value_cache[layer] = np.concatenate([self.value_cache[layer], v], axis=-2)

    def get(self, layer):
        return self.key_cache[layer], self.value_cache[layer]

    def get_seq_length(self, layer_idx=0):
        return self.key_cache[layer_idx].shape[-2]

    def truncate(self, max_length):
        # In case it is negative
        if max_length < 0:
            max_length = self.get_seq_length() - abs(max_length)
        if self.get_seq_length() <= max_length:
            return
        for idx in range(len(self.key_cache)):
            self.key_cache[idx] = self.key_cache[idx][..., :max_length, :]
            self.value_cache[idx] = self.value_cache[idx][..., :max_length, :]
