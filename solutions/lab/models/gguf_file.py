"""Read the GGUF file of a Llama: config, tokenizer and weights; gguf is from the extra `llm`."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grader.core.errors import MissingExtraError, UserError
from grader.files import extras

from .weights import LlamaConfig, layout

BROKEN = (ValueError, IndexError, KeyError, TypeError, OverflowError, ArithmeticError, NotImplementedError)
"""The exceptions gguf raises for files with wrong bytes."""
TOKENIZER = {
    "pre": "tokenizer.ggml.pre",
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
    """A GGUF file: `config`, `tokenizer` as plain data for `ModelTokenizer`, and `write_weights`.

    Raises:
        UserError: the file cannot be read, or is of another kind.
    """

    def __init__(self, path: Path) -> None:
        # from the extra `llm`, which may be missing
        from gguf import GGUFReader

        try:
            self._reader = GGUFReader(path)
            self._tensors = {tensor.name: tensor for tensor in self._reader.tensors}
            self.config = self._config()
            self.tokenizer = {name: self._get(key) for name, key in TOKENIZER.items()}
            self._check_tensors()
        except OSError as error:
            raise UserError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
        except BROKEN as error:
            words = " ".join(str(error).split())[:200] or type(error).__name__
            raise UserError(f"{str(path)!r} is no GGUF file that can be used: {words}") from error

    def write_weights(self, file: BinaryIO) -> Iterator[int]:
        """Write the weights as float32 in the order of `layout`; yield the number of bytes after each tensor."""
        # from the extra `llm`, which may be missing
        from gguf.quants import dequantize

        written = 0
        for array in layout(self.config).values():
            for name, _ in array.sources:
                tensor = self._tensors[name]
                numbers = np.ascontiguousarray(dequantize(tensor.data, tensor.tensor_type), dtype="<f4")
                file.write(numbers.data)
                written += numbers.nbytes
                yield written

    def _config(self) -> LlamaConfig:
        if (architecture := self._get("general.architecture")) != "llama":
            raise ValueError(f"its architecture is {architecture!r}, and only 'llama' is supported")
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

    def _check_tensors(self) -> None:
        """Check that the file has exactly the tensors of such a Llama, in the right shapes."""
        expected = dict(source for array in layout(self.config).values() for source in array.sources)
        found = {name: tuple(reversed(tensor.shape.tolist())) for name, tensor in self._tensors.items()}
        if wrong := sorted(dict(expected.items() ^ found.items())):
            raise ValueError(f"tensor {wrong[0]} is missing, unknown, or of another shape")

    def _get(self, key: str) -> Any:
        field = self._reader.get_field(key)
        if field is None:
            raise ValueError(f"{key} is missing")
        return field.contents()
