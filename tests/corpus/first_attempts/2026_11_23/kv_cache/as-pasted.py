import numpy as np


class KVCache:
    """like transformers' DynamicCache"""

    def __init__(self, layers=None, heads=None, d_head=None):
        self.key_cache = [None] * layers
        self.value_cache = [None] * layers

    def append(self, layer_idx, key_states, value_states):  # was: update
        if self.key_cache[layer_idx] is None:
            self.key_cache[layer_idx] = key_states.copy()
            self.value_cache[layer_idx] = value_states.copy()
        else:
            self.key_cache[layer_idx] = np.concatenate([self.key_cache[layer_idx], key_states], axis=-2)
            self.value_cache[layer_idx] = np.concatenate([self.value_cache[layer_idx], value_states], axis=-2)

    def get(self, layer_idx):
        return self.key_cache[layer_idx], self.value_cache[layer_idx]

    def get_seq_length(self, layer_idx=0):
        if self.key_cache[layer_idx] is None:
            return 0
        return self.key_cache[layer_idx].shape[-2]

    length = property(get_seq_length)

    def truncate(self, max_length):  # was: crop
        if max_length < 0:
            max_length = self.get_seq_length() - abs(max_length)
        if self.get_seq_length() <= max_length:
            return
        for idx in range(len(self.key_cache)):
            if self.key_cache[idx] is not None:
                self.key_cache[idx] = self.key_cache[idx][..., :max_length, :]
                self.value_cache[idx] = self.value_cache[idx][..., :max_length, :]
