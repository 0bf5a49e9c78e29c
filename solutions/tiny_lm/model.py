"""Run the tiny transformer with numpy: token ids in, one row of logits per token out."""

from functools import cache as remembered
from pathlib import Path
from typing import Any

import numpy as np

from .tokenizer import Tokenizer
from .tokenizer import load as load_tokenizer

HERE = Path(__file__).parent
CONTEXT = 512
"""How many positions a text may have."""

Params = dict[str, Any]


class Cache:
    """The keys and values of all positions so far, layer by layer."""

    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self._keys = np.empty((layers, heads, CONTEXT, d_head))
        self._values = np.empty_like(self._keys)
        self._filled = [0] * layers

    @property
    def length(self) -> int:
        """How many positions are complete in all layers."""
        return min(self._filled)

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Add the keys and values (heads, new, d_head) of new positions."""
        start, end = self._filled[layer], self._filled[layer] + k.shape[1]
        self._keys[layer, :, start:end] = k
        self._values[layer, :, start:end] = v
        self._filled[layer] = end

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Return one layer's keys and values, each (heads, positions, d_head)."""
        end = self._filled[layer]
        return self._keys[layer, :, :end], self._values[layer, :, :end]

    def truncate(self, n: int) -> None:
        """Forget all positions but the first n.

        Raises:
            ValueError: n is negative or above the length.
        """
        if not 0 <= n <= self.length:
            raise ValueError(f"cannot keep {n} of {self.length} positions")
        self._filled = [n] * len(self._filled)


class TinyLM:
    """A transformer that continues text.

    Args:
        params: `heads`, `emb` (V, d), `nf` (d,), and `layers`: per layer a dict of `n1` (d,), `qkv` (d, 3d),
            `o` (d, d), `n2` (d,), `up` (d, 4d) and `down` (4d, d), all float64.
    """

    def __init__(self, params: Params) -> None:
        self.params = params

    def new_cache(self) -> Cache:
        """Return an empty cache that fits this model."""
        heads = self.params["heads"]
        return Cache(len(self.params["layers"]), heads, self.params["emb"].shape[1] // heads)

    def __call__(self, ids: list[int], cache: Cache | None = None) -> np.ndarray:
        """Return the logits of the token after each id, and add the ids' positions to the cache.

        Args:
            ids: T new tokens, T >= 1; they continue what the cache holds.
            cache: what earlier calls left; without one, ids are the whole text.

        Returns:
            (T, V) float64; row t scores the token that follows ids[t].

        Raises:
            ValueError: there are no ids, one is not in the vocabulary, or the text gets longer than CONTEXT.
        """
        cache = self.new_cache() if cache is None else cache
        if not len(ids) or min(ids) < 0 or max(ids) >= len(self.params["emb"]):
            raise ValueError(f"the model needs at least one id, and ids below {len(self.params['emb'])}")
        if cache.length + len(ids) > CONTEXT:
            raise ValueError(f"{cache.length} + {len(ids)} positions do not fit into a context of {CONTEXT}")
        return forward(self.params, ids, cache)


def forward(params: Params, ids: list[int], cache: Cache) -> np.ndarray:
    """Return the logits (T, V) of new ids; the cache stands in for the text before them, and grows by T."""
    past = cache.length
    x = params["emb"][ids]  # (T, d)
    for layer, block in enumerate(params["layers"]):
        qkv = rms(x, block["n1"]) @ block["qkv"]  # (T, 3d)
        q, k, v = qkv.reshape(len(ids), 3, params["heads"], -1).transpose(1, 2, 0, 3)  # (heads, T, d_head) each
        cache.append(layer, rope(k, past), v)
        mixed = attend(rope(q, past), *cache.get(layer))  # (heads, T, d_head)
        x = x + mixed.transpose(1, 0, 2).reshape(x.shape) @ block["o"]
        x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Mix the values (S, d) for each query (T, d), the last T of S positions; none looks ahead.

    Source: Vaswani et al. 2017, Attention is all you need, section 3.2.1.
    """
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])  # (..., T, S)
    ahead = np.triu(np.ones(scores.shape[-2:], bool), k=1 + k.shape[-2] - q.shape[-2])
    scores = np.where(ahead, -np.inf, scores)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def rms(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Scale each row to a root mean square of 1, then each column by its weight (Zhang and Sennrich 2019)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def rope(x: np.ndarray, first: int) -> np.ndarray:
    """Turn pairs of columns by angles that grow with the position; x[:, 0] stands at `first` (Su et al. 2021)."""
    half = x.shape[-1] // 2
    angles = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(half) / half))  # (T, half)
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], -1)


def mlp(x: np.ndarray, up: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Let each position think for itself; the non-linearity is a squared ReLU (So et al. 2021)."""
    return np.maximum(x @ up, 0) ** 2 @ down


@remembered
def load(name: str) -> TinyLM:
    """Return the model of that name, "target" or "draft"; float16 numbers become float64 exactly."""
    with np.load(HERE / f"{name}.npz") as stored:
        return TinyLM(unpack({key: stored[key] for key in stored.files}))


@remembered
def tokenizer() -> Tokenizer:
    """Return the tokenizer of both models."""
    return load_tokenizer(HERE / "tokenizer.json")


def unpack(stored: dict[str, np.ndarray]) -> Params:
    """Return the parameters that a weight file holds under names such as `emb` and `3.qkv`."""
    numbers = {key: value.astype(np.float64) for key, value in stored.items() if key != "heads"}
    layers: list[Params] = [{} for key in numbers if key.endswith(".qkv")]
    params: Params = {"heads": int(stored["heads"]), "layers": layers}
    for key, value in numbers.items():
        layer, _, name = key.rpartition(".")
        (layers[int(layer)] if layer else params)[name] = value
    return params
