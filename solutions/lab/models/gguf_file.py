"""Read the GGUF file of a Llama: config, tokenizer and weights; gguf is from the extra `llm`."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grader.core.errors import MissingExtraError
from grader.files import extras

from .weights import LlamaConfig, layout

TOKENIZER = {
    "tokens": "tokenizer.ggml.tokens",
    "types": "tokenizer.ggml.token_type",
    "merges": "tokenizer.ggml.merges",
    "bos": "tokenizer.ggml.bos_token_id",
    "eos": "tokenizer.ggml.eos_token_id",
    "chat_template": "tokenizer.chat_template",
}
"""Our names and GGUF's for what a tokenizer consists of."""


def needs_extra() -> None:
    """Raise MissingExtraError if a package of the extra `llm` is not installed."""
    if find_spec("gguf") is None or find_spec("tokenizers") is None:
        raise MissingExtraError(extras.advice("a real model needs", "llm"))


class LlamaFile:
    """A GGUF file that is known by its hash: `config`, `tokenizer` as plain data for `ModelTokenizer`, and `write_weights`."""

    def __init__(self, path: Path) -> None:
        # from the extra `llm`, which may be missing
        from gguf import GGUFReader

        self._reader = GGUFReader(path)
        self.config = self._config()
        self.tokenizer = {name: self._get(key) for name, key in TOKENIZER.items()}

    def write_weights(self, file: BinaryIO) -> Iterator[int]:
        """Write the weights as float32 in the order of `layout`; yield the number of bytes after each tensor."""
        # from the extra `llm`, which may be missing
        from gguf.quants import dequantize

        tensors = {tensor.name: tensor for tensor in self._reader.tensors}
        written = 0
        for array in layout(self.config).values():
            for name, _ in array.sources:
                tensor = tensors[name]
                numbers = np.ascontiguousarray(dequantize(tensor.data, tensor.tensor_type), dtype="<f4")
                file.write(numbers.data)
                written += numbers.nbytes
                yield written

    def _config(self) -> LlamaConfig:
        width, heads = self._get("llama.embedding_length"), self._get("llama.attention.head_count")
        return LlamaConfig(
            layers=self._get("llama.block_count"),
            width=width,
            feed_forward=self._get("llama.feed_forward_length"),
            heads=heads,
            kv_heads=self._get("llama.attention.head_count_kv"),
            head_size=width // heads,
            vocabulary=len(self._get("tokenizer.ggml.tokens")),
            context=self._get("llama.context_length"),
            epsilon=float(self._get("llama.attention.layer_norm_rms_epsilon")),
            rope_base=float(self._get("llama.rope.freq_base")),
        )

    def _get(self, key: str) -> Any:
        return self._reader.get_field(key).contents()
