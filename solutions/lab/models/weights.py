"""The weights of a Llama as one file of float32 numbers, mapped into memory: its sizes, its order, its arrays."""

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np


class LlamaConfig(NamedTuple):
    """The sizes and constants of a model of the Llama architecture; its embedding is the output matrix, too."""

    layers: int
    width: int
    feed_forward: int
    heads: int
    kv_heads: int
    head_size: int
    vocabulary: int
    context: int
    epsilon: float
    rope_base: float


class FusedTensor(NamedTuple):
    """An array of the weights file, and the tensors of a GGUF file that it joins, one after the other."""

    shape: tuple[int, ...]
    sources: tuple[tuple[str, tuple[int, ...]], ...]


def layout(config: LlamaConfig) -> dict[str, FusedTensor]:
    """Return the arrays of the weights file, in order.

    Matrices have shape (outputs, inputs) with contiguous rows, as GGUF stores them: `W @ x` then reads memory once, from
    its beginning to its end. Matrices that multiply the same vector are joined, since one long product is faster than two.
    """
    d, f, size = config.width, config.feed_forward, config.head_size
    wide, narrow = config.heads * size, config.kv_heads * size
    layer: dict[str, dict[str, tuple[int, ...]]] = {
        "attention_norm": {"attn_norm": (d,)},
        "qkv": {"attn_q": (wide, d), "attn_k": (narrow, d), "attn_v": (narrow, d)},
        "attention_output": {"attn_output": (d, wide)},
        "feed_forward_norm": {"ffn_norm": (d,)},
        "gate_up": {"ffn_gate": (f, d), "ffn_up": (f, d)},
        "down": {"ffn_down": (d, f)},
    }
    found = {"embedding": _joined(("token_embd.weight", (config.vocabulary, d)))}
    for i in range(config.layers):
        for name, tensors in layer.items():
            sources = ((f"blk.{i}.{tensor}.weight", shape) for tensor, shape in tensors.items())
            found[f"{i}.{name}"] = _joined(*sources)
    found["norm"] = _joined(("output_norm.weight", (d,)))
    return found


def _joined(*sources: tuple[str, tuple[int, ...]]) -> FusedTensor:
    """Return tensors stacked along their first axis."""
    first = sources[0][1]
    return FusedTensor((sum(shape[0] for _, shape in sources), *first[1:]), sources)


def size_in_bytes(config: LlamaConfig) -> int:
    return 4 * sum(math.prod(array.shape) for array in layout(config).values())


def map_weights(path: Path, config: LlamaConfig) -> dict[str, np.ndarray]:
    """Return the arrays of a weights file by name, float32, read-only; pages are read when they are first used.

    Raises:
        OSError: the file cannot be read.
        ValueError: it has another size than the config says.
    """
    numbers = np.memmap(path, dtype="<f4", mode="r")
    if numbers.nbytes != size_in_bytes(config):
        raise ValueError(f"{path.name} has {numbers.nbytes} bytes and not {size_in_bytes(config)}")
    plain = numbers.view(np.ndarray)  # slices of a memmap cost a Python call each
    found, start = {}, 0
    for name, array in layout(config).items():
        count = math.prod(array.shape)
        found[name] = plain[start : start + count].reshape(array.shape)
        start += count
    return found
