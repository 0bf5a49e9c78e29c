"""Compute the logits of a Llama with numpy, at the speed at which memory can be read.

Decoding reads every weight once for each token, and does little else. So it is fast if the weights are read in the order
in which they are stored (`W @ x`, rows contiguous) and nothing else is copied: keys and values go into arrays with room to
grow, and RoPE's rotations are looked up. A prompt is a matrix: each weight that was read is used for all its positions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .weights import LlamaConfig

BLOCK = 256
"""Positions in one pass; a longer prompt goes through in several, so that its attention scores fit into memory."""
FIRST_ROOM = 512

Attend = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""The course's `attend(q, k, v)` with an axis of heads in front: (heads, T, d), (heads, S, d) twice."""
Softmax = Callable[[np.ndarray], np.ndarray]


class Float32Cache:
    """A KV cache of float32 numbers; the room doubles whenever it is full."""

    def __init__(self, layers: int, heads: int, d_head: int) -> None:
        self._pairs = np.empty((2, layers, heads, FIRST_ROOM, d_head), np.float32)
        self._filled = [0] * layers

    @property
    def length(self) -> int:
        """Positions stored in all layers."""
        return min(self._filled)

    def append(self, layer: int, k: np.ndarray, v: np.ndarray) -> None:
        """Add T positions to a layer, (heads, T, d_head) each."""
        start = self._filled[layer]
        end = start + k.shape[1]
        while end > self._pairs.shape[3]:
            self._pairs = np.concatenate([self._pairs, np.empty_like(self._pairs)], axis=3)
        self._pairs[0, layer, :, start:end] = k
        self._pairs[1, layer, :, start:end] = v
        self._filled[layer] = end

    def get(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the keys and the values of a layer, (heads, n, d_head) each: views, until the cache changes."""
        end = self._filled[layer]
        return self._pairs[0, layer, :, :end], self._pairs[1, layer, :, :end]

    def truncate(self, n: int) -> None:
        """Drop all positions but the first n; raise ValueError if n is negative, or larger than the length."""
        if not 0 <= n <= self.length:
            raise ValueError(f"cannot keep {n} positions: the cache holds {self.length}")
        self._filled = [n] * len(self._filled)


class Llama:
    """A model of the Llama architecture: RMSNorm, rotary positions, grouped-query attention, SwiGLU.

    Args:
        config: sizes and constants.
        weights: the arrays that `weights.map_weights` returns, float32.
        cache_class: makes the cache, with the methods of `Float32Cache`, from the numbers of layers and key-value heads and the size of a head.
        attend: the course's attention; without it, attention in float32 that uses each key for several heads.
        softmax: the probabilities of the last axis, for attention without `attend`.

    Source: Touvron et al. 2023, LLaMA, section 2.2, https://arxiv.org/abs/2302.13971; Ainslie et al. 2023, GQA,
    https://arxiv.org/abs/2305.13245.
    """

    def __init__(
        self,
        config: LlamaConfig,
        weights: Mapping[str, np.ndarray],
        cache_class: Callable[[int, int, int], Any] = Float32Cache,
        attend: Attend | None = None,
        softmax: Softmax | None = None,
    ) -> None:
        self.config = config
        self.weights = weights
        self.context = config.context
        self.kv_shape = (config.layers, config.kv_heads, config.head_size, 4)
        self._cache_class, self._attend, self._softmax = cache_class, attend, softmax or _softmax
        names = ("attention_norm", "qkv", "attention_output", "feed_forward_norm", "gate_up", "down")
        self._layers = [tuple(weights[f"{i}.{name}"] for name in names) for i in range(config.layers)]
        self._embedding, self._norm = weights["embedding"], weights["norm"]
        self._frequencies = config.rope_base ** (-np.arange(0, config.head_size, 2) / config.head_size)
        self._turns = self._rotations(FIRST_ROOM)

    def new_cache(self) -> Any:
        return self._cache_class(self.config.layers, self.config.kv_heads, self.config.head_size)

    def __call__(self, ids: Sequence[int], cache: Any | None = None) -> np.ndarray:
        """Return the logits of the token after each id, and add the ids' positions to the cache.

        Args:
            ids: T new tokens, T >= 1; they continue the text that the cache holds.
            cache: keys and values of earlier positions; without one, ids are the whole text.

        Returns:
            (T, V) float64; row t scores the token that follows ids[t].

        Raises:
            ValueError: there are no ids, one is not in the vocabulary, or the text outgrows the context.
        """
        cache = self.new_cache() if cache is None else cache
        if not len(ids) or min(ids) < 0 or max(ids) >= self.config.vocabulary:
            raise ValueError(f"the model needs at least one id, and ids below {self.config.vocabulary}")
        past = cache.length
        end = past + len(ids)
        if end > self.context:
            raise ValueError(f"{past} + {len(ids)} positions do not fit into a context of {self.context}")
        if end > len(self._turns):
            self._turns = self._rotations(min(self.context, 2 * end))
        blocks = [self._hidden(ids[i : i + BLOCK], past + i, cache) for i in range(0, len(ids), BLOCK)]
        x = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
        return _product(self._embedding, self._scaled(x, self._norm)).astype(np.float64)

    def _hidden(self, ids: Sequence[int], past: int, cache: Any) -> np.ndarray:
        """Return the state of new positions after the last layer, (T, d) float32."""
        config, T = self.config, len(ids)
        turned = config.heads + config.kv_heads
        turns = self._turns[past : past + T, None]
        x = self._embedding[ids]
        for layer, (norm1, qkv, output, norm2, gate_up, down) in enumerate(self._layers):
            heads = _product(qkv, self._scaled(x, norm1)).reshape(T, -1, config.head_size)
            # GGUF stores pairs (0, 1), (2, 3), …: each is one complex number, and turning it one multiplication
            rotated = (heads[:, :turned].view(np.complex64) * turns).view(np.float32).swapaxes(0, 1)
            cache.append(layer, rotated[config.heads :], heads[:, turned:].swapaxes(0, 1))
            mixed = self._mixed(rotated[: config.heads], *cache.get(layer))
            x = x + _product(output, mixed)
            hidden = _product(gate_up, self._scaled(x, norm2))
            gate, up = hidden[:, : config.feed_forward], hidden[:, config.feed_forward :]
            x += _product(down, _silu(gate) * up)
        return x

    def _mixed(self, q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return what each query gathers, heads side by side, (T, heads * head_size) float32.

        Args:
            q: (heads, T, head_size); the queries of the last T of S positions.
            k: (kv_heads, S, head_size); head h of the queries uses row h // (heads // kv_heads).
            v: (kv_heads, S, head_size).
        """
        heads, T, size = q.shape
        if self._attend is not None:
            k, v = (np.repeat(rows, heads // len(k), axis=0) for rows in (k, v))
            mixed = self._attend(q, k, v).swapaxes(0, 1)
        else:
            S = k.shape[1]
            scores = q.reshape(len(k), -1, size) @ k.swapaxes(1, 2) * np.float32(size**-0.5)
            if T > 1:  # the newest position alone sees everything
                scores = scores.reshape(heads, T, S)
                scores[:, np.triu(np.ones((T, S), dtype=bool), k=1 + S - T)] = -np.inf
            weights = self._softmax(scores).reshape(len(k), -1, S)
            mixed = (weights @ v).reshape(heads, T, size).swapaxes(0, 1)
        return mixed.reshape(T, heads * size).astype(np.float32, copy=False)

    def _scaled(self, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """Scale each row to a root mean square of 1, then each column by its weight."""
        squares = np.einsum("td,td->t", x, x)[:, None] / np.float32(x.shape[1])
        scaled: np.ndarray = x / np.sqrt(squares + np.float32(self.config.epsilon)) * weight
        return scaled

    def _rotations(self, end: int) -> np.ndarray:
        """Return the rotation of each pair at each position below `end`, (end, head_size / 2) complex64."""
        angles = np.outer(np.arange(end), self._frequencies)
        rotations: np.ndarray = (np.cos(angles) + 1j * np.sin(angles)).astype(np.complex64)
        return rotations


def _product(matrix: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the product of a matrix (n, m) and each row of x, (T, n).

    For one row it is a matrix-vector product, which reads the matrix in the order of memory; numpy would otherwise ask
    for a product of matrices, which packs the weights into another order first.
    """
    product: np.ndarray = (matrix @ x[0])[None] if len(x) == 1 else x @ matrix.T
    return product


def _silu(x: np.ndarray) -> np.ndarray:
    """Return x / (1 + e^-x)."""
    with np.errstate(over="ignore"):  # e^-x is inf for very negative x, and the quotient 0
        result: np.ndarray = x / (1 + np.exp(-x))
    return result


def _softmax(scores: np.ndarray) -> np.ndarray:
    """Return the probabilities of the last axis, in the precision of the scores."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    probabilities: np.ndarray = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return probabilities
