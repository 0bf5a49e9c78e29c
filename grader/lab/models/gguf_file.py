"""Read a GGUF file of the Llama architecture: config, tokenizer and weights; gguf is from the extra `llm`."""

import math
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grader.core.errors import MissingExtraError, UserError
from grader.files import extras
from grader.lab.models.weights import LlamaConfig, layout

MAX_CONTEXT = 1 << 24
BROKEN = (ValueError, IndexError, KeyError, TypeError, OverflowError, ArithmeticError, NotImplementedError)
"""The exceptions gguf raises for files with wrong bytes."""


def needs_extra() -> None:
    """Raise MissingExtraError if a package of the extra `llm` is not installed."""
    if find_spec("gguf") is None or find_spec("tokenizers") is None:
        raise MissingExtraError(extras.advice("a real model needs", "llm"))


class LlamaFile:
    """A GGUF file: `config`, `tokenizer` as plain data for `ModelTokenizer`, and `write_weights`.

    Raises:
        MissingExtraError: gguf is not installed.
        UserError: the file is broken, or of another architecture.
    """

    def __init__(self, path: Path) -> None:
        needs_extra()
        self._path = path
        try:
            self._reader = _open(path)
        except OSError as error:
            raise UserError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
        except BROKEN as error:
            raise UserError(f"{str(path)!r} is not a complete GGUF file: {_cause(error)}") from error
        self._tensors = {tensor.name: tensor for tensor in self._reader.tensors}
        try:
            self.config = self._config()
            self.tokenizer = self._tokenizer()
        except BROKEN as error:
            raise UserError(f"{str(path)!r} has metadata that makes no sense: {_cause(error)}") from error
        self._check_tensors()

    def write_weights(self, file: BinaryIO) -> Iterator[int]:
        """Write the weights as float32 in the order of `layout`; yield the number of bytes after each tensor.

        Raises:
            UserError: a tensor has a format that gguf cannot convert.
        """
        # from the extra `llm`, which may be missing
        from gguf.quants import dequantize

        written = 0
        for array in layout(self.config).values():
            for name, _ in array.sources:
                tensor = self._tensors[name]
                try:
                    numbers = np.ascontiguousarray(dequantize(tensor.data, tensor.tensor_type), dtype="<f4")
                except BROKEN as error:
                    raise self._unusable(f"tensor {name} has the format {tensor.tensor_type.name}") from error
                file.write(numbers.data)
                written += numbers.nbytes
                yield written

    def _config(self) -> LlamaConfig:
        if (architecture := self._get("general.architecture")) != "llama":
            raise self._unusable(f"its architecture is {architecture!r}, and only 'llama' is supported")
        if self._llama("expert_count", 0):
            raise self._unusable("it is a mixture of experts")
        if (scaling := self._llama("rope.scaling.type", "none")) not in ("none", "linear"):
            raise self._unusable(f"its RoPE scaling is {scaling!r}; none and linear are supported")
        width, heads = self._size("embedding_length"), self._size("attention.head_count")
        config = LlamaConfig(
            layers=self._size("block_count"),
            width=width,
            feed_forward=self._size("feed_forward_length"),
            heads=heads,
            kv_heads=self._size("attention.head_count_kv", heads),
            head_size=self._size("attention.key_length", width // heads),
            vocabulary=len(self._get("tokenizer.ggml.tokens")),
            context=min(self._size("context_length"), MAX_CONTEXT),
            epsilon=float(self._llama("attention.layer_norm_rms_epsilon")),
            rope_base=float(self._llama("rope.freq_base", 10000.0)),
            rope_divisor=float(self._llama("rope.scaling.factor", 1.0)) if scaling == "linear" else 1.0,
            has_rope_factors="rope_freqs.weight" in self._tensors,
            is_tied="output.weight" not in self._tensors,
        )
        if config.heads % config.kv_heads or config.head_size % 2:
            raise ValueError(f"{config.heads} heads of {config.head_size} do not share {config.kv_heads} key heads")
        for key in ("attention.value_length", "rope.dimension_count"):
            if (size := self._llama(key, config.head_size)) != config.head_size:
                raise self._unusable(f"llama.{key} is {size}, and its heads have a size of {config.head_size}")
        if not (0 < config.epsilon < 1 and 1 < config.rope_base < math.inf and 0 < config.rope_divisor < math.inf):
            raise ValueError("its constants are out of range")
        return config

    def _tokenizer(self) -> dict[str, Any]:
        found = {name: self._get(f"tokenizer.ggml.{key}", None) for name, key in _TOKENIZER.items()}
        found["chat_template"] = self._get("tokenizer.chat_template", "")
        found["types"] = found["types"] or [1] * len(found["tokens"])
        if found["eos"] is None or not 0 <= found["eos"] < len(found["tokens"]):
            raise ValueError("it has no end-of-text token")
        if found["bos"] is not None and not 0 <= found["bos"] < len(found["tokens"]):
            raise ValueError("its begin-of-text token is not in its vocabulary")
        if len(found["types"]) != len(found["tokens"]):
            raise ValueError("its tokens and their types differ in number")
        return found

    def _check_tensors(self) -> None:
        """Check that the file has exactly the tensors of a Llama, in the right shapes."""
        if self.config.layers > len(self._tensors):  # a count made up by a broken file must not build a long layout
            raise self._unusable(f"it says that it has {self.config.layers} layers, and has fewer tensors")
        expected = dict(source for array in layout(self.config).values() for source in array.sources)
        for name, shape in expected.items():
            if name not in self._tensors:
                raise self._unusable(f"tensor {name} is missing")
            found = tuple(reversed(self._tensors[name].shape.tolist()))
            if found != shape:
                raise self._unusable(f"tensor {name} has the shape {found} and not {shape}")
        if more := sorted(self._tensors.keys() - expected.keys()):
            raise self._unusable(f"it has a tensor that a Llama does not have: {more[0]}")

    def _get(self, key: str, *default: Any) -> Any:
        field = self._reader.get_field(key)
        if field is None:
            if default:
                return default[0]
            raise ValueError(f"{key} is missing")
        return field.contents()

    def _llama(self, key: str, *default: Any) -> Any:
        return self._get(f"llama.{key}", *default)

    def _size(self, key: str, *default: int) -> int:
        size = self._llama(key, *default)
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"llama.{key} is {size!r}")
        return size

    def _unusable(self, reason: str) -> UserError:
        return UserError(f"{str(self._path)!r} cannot be used: {reason}")


_TOKENIZER = {
    "model": "model",
    "pre": "pre",
    "tokens": "tokens",
    "types": "token_type",
    "scores": "scores",
    "merges": "merges",
    "bos": "bos_token_id",
    "eos": "eos_token_id",
    "adds_bos": "add_bos_token",
    "adds_space": "add_space_prefix",
}
"""Our names and GGUF's for what a tokenizer consists of."""


def _open(path: Path) -> Any:
    """Return gguf's reader of a file, which refuses to read beyond the end.

    gguf itself gets an empty array there, and would go through a made-up list of 2^60 of them.
    """
    # from the extra `llm`, which may be missing
    from gguf import GGUFReader

    class BoundedReader(GGUFReader):
        def _get(self, offset: int, dtype: Any, count: int = 1, override_order: Any = None) -> Any:
            if not 0 <= offset <= offset + int(count) * np.dtype(dtype).itemsize <= len(self.data):
                raise ValueError(f"it ends at byte {len(self.data)}")
            return super()._get(offset, dtype, count, override_order)

    with np.errstate(all="raise"):  # sums of wrong offsets
        return BoundedReader(path)


def _cause(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
