"""Right ways to keep keys and values; the grader must accept every one of them."""

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np


class variant_concatenate:
    """Join arrays at every append."""

    def __init__(self, layers, heads, d_head):
        self.k = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.v = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self):
        return self.k[-1].shape[1]

    def append(self, layer, k, v):
        self.k[layer] = np.concatenate((self.k[layer], k), axis=1)
        self.v[layer] = np.concatenate((self.v[layer], v), axis=1)

    def get(self, layer):
        return self.k[layer], self.v[layer]

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("truncate")
        for layer in range(len(self.k)):
            self.k[layer] = self.k[layer][:, :n]
            self.v[layer] = self.v[layer][:, :n]


class variant_pieces:
    """Keep a list of pieces and join them when asked; a list of two arrays comes back."""

    def __init__(self, layers, heads, d_head):
        empty = np.empty((heads, 0, d_head))
        self.pieces = [[(empty, empty)] for _ in range(layers)]

    @property
    def length(self):
        return min(sum(k.shape[1] for k, _ in pieces) for pieces in self.pieces)

    def append(self, layer, k, v):
        self.pieces[layer].append((k.copy(), v.copy()))

    def get(self, layer):
        return [np.concatenate(each, axis=1) for each in zip(*self.pieces[layer], strict=True)]

    def truncate(self, n):
        if not 0 <= n <= self.length:
            raise ValueError
        for layer in range(len(self.pieces)):
            k, v = self.get(layer)
            self.pieces[layer] = [(k[:, :n], v[:, :n])]


class variant_rows:
    """Keep one row for each position in Python lists, keys and values together."""

    def __init__(self, layers, heads, d_head):
        self.shape = (heads, d_head)
        self.rows = [[] for _ in range(layers)]

    @property
    def length(self):
        return len(min(self.rows, key=len))

    def append(self, layer, k, v):
        for position in range(k.shape[1]):
            self.rows[layer].append((k[:, position].tolist(), v[:, position].tolist()))

    def get(self, layer):
        heads, d_head = self.shape
        stacked = np.array(self.rows[layer]).reshape(-1, 2, heads, d_head)  # (n, 2, heads, d_head)
        return tuple(stacked.transpose(1, 2, 0, 3))

    def truncate(self, n):
        if n not in range(self.length + 1):
            raise ValueError(n)
        for rows in self.rows:
            del rows[n:]


class variant_preallocated:
    """Reserve room, double it when it is full, and cut by moving a mark."""

    def __init__(self, layers, heads, d_head):
        self.store = np.zeros((2, layers, heads, 1, d_head))
        self.marks = np.zeros(layers, dtype=int)

    @property
    def length(self):
        return int(self.marks.min())

    def append(self, layer, k, v):
        new = k.shape[1]
        while self.marks[layer] + new > self.store.shape[3]:
            self.store = np.concatenate([self.store, np.zeros_like(self.store)], axis=3)
        at = slice(self.marks[layer], self.marks[layer] + new)
        self.store[0, layer, :, at], self.store[1, layer, :, at] = k, v
        self.marks[layer] += new

    def get(self, layer):
        keys, values = self.store[:, layer, :, : self.marks[layer]].copy()
        return keys, values

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError(f"{n} is not between 0 and {self.length}")
        self.marks[:] = n


@dataclass
class variant_dataclass:
    """Use a dataclass with dictionaries; the length is a numpy integer."""

    layers: int
    heads: int
    d_head: int
    keys: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)

    def _of(self, where, layer):
        return where.get(layer, np.zeros((self.heads, 0, self.d_head)))

    @property
    def length(self):
        return np.min([self._of(self.keys, layer).shape[1] for layer in range(self.layers)])

    def append(self, layer, k, v):
        self.keys[layer] = np.hstack([self._of(self.keys, layer), k])
        self.values[layer] = np.hstack([self._of(self.values, layer), v])

    def get(self, layer):
        return self._of(self.keys, layer), self._of(self.values, layer)

    def truncate(self, n):
        if n > self.length or n < 0:
            raise ValueError("no such length")
        self.keys = {layer: k[:, :n] for layer, k in self.keys.items()}
        self.values = {layer: v[:, :n] for layer, v in self.values.items()}


class variant_float32:
    """Keep float32 numbers, as many serving programs do; whole numbers stay exact."""

    def __init__(self, layers, heads, d_head):
        self.both = defaultdict(lambda: np.zeros((2, heads, 0, d_head), np.float32))
        self.layers = layers

    @property
    def length(self):
        return min(self.both[layer].shape[2] for layer in range(self.layers))

    def append(self, layer, k, v):
        self.both[layer] = np.concatenate([self.both[layer], np.stack([k, v]).astype(np.float32)], axis=2)

    def get(self, layer):
        return self.both[layer][0], self.both[layer][1]

    def truncate(self, n):
        if not 0 <= n <= self.length:
            raise ValueError(n)
        for layer in self.both:
            self.both[layer] = self.both[layer][:, :, :n]
