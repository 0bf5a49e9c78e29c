"""A KV cache: the keys and values of all positions so far, kept for each layer."""

import numpy as np


class KVCache:
    """A cache that grows dynamically as more tokens are generated (after transformers' DynamicCache)."""

    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self._seen_tokens = 0
        self.key_cache = [np.empty((heads, 0, d_head)) for _ in range(layers)]
        self.value_cache = [np.empty((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self) -> int:
        """Returns the sequence length of the cached states."""
        return self._seen_tokens

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Updates the cache with the new key and value states for the layer."""
        # Update the number of seen tokens
        if layer == 0:
            self._seen_tokens += k.shape[-2]
        # Update the cache
        self.key_cache[layer] = np.concatenate([self.key_cache[layer], k], axis=-2)
        self.value_cache[layer] = np.concatenate([self.value_cache[layer], v], axis=-2)

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        return self.key_cache[layer], self.value_cache[layer]

    def truncate(self, n: int) -> None:
        """Crop the past key values up to a new length. `n` can also be negative to remove that many tokens."""
        if n < 0:
            n = self.length - abs(n)
        if self.length <= n:
            return
        self._seen_tokens = n
        for idx in range(len(self.key_cache)):
            self.key_cache[idx] = self.key_cache[idx][..., :n, :]
            self.value_cache[idx] = self.value_cache[idx][..., :n, :]
