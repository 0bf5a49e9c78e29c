"""Turn text and chats into the token ids of a model, with tokenizers from the extra `llm`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from grader.core.errors import UserError

NORMAL, CONTROL, USER_DEFINED = 1, 3, 4
"""Types of tokens in a GGUF file; unknown and unused ones have others, and no text."""
FIRST_PRIVATE, LAST_PRIVATE = 0xF0000, 0xFFFFD
"""Private characters of Unicode; one that a chat does not contain is a mark that nobody can type."""


class ModelTokenizer:
    """The byte-level BPE of SmolLM2.

    Args:
        data: `tokens`, `types`, `merges`, `bos`, `eos` and `chat_template`, as in the file.

    Attributes:
        bytes: what each token stands for, by its id; control tokens such as eos stand for nothing.
        eos: the id of the end-of-text token.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.eos: int = data["eos"]
        self._tokens: Sequence[str] = data["tokens"]
        self._names = {"bos_token": self._tokens[data["bos"]], "eos_token": self._tokens[self.eos]}
        self._template: str = data["chat_template"]
        self._bpe = _byte_level(self._tokens, data["merges"])
        self.bytes = _bytes_of(self._tokens, data["types"])
        self._special = {
            text: i for i, (text, kind) in enumerate(zip(self._tokens, data["types"], strict=True)) if kind == CONTROL
        }
        names = sorted(filter(None, self._special), key=len, reverse=True)
        self._any_special = re.compile(f"({'|'.join(map(re.escape, names)) or '(?!)'})")

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; the names of special tokens in it, such as `<|im_end|>`, are ordinary text."""
        text.encode()  # UnicodeEncodeError for half a surrogate pair, which tokenizers would report as a TypeError
        ids: list[int] = self._bpe.encode(text, add_special_tokens=False).ids
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids; bytes that are not UTF-8 become U+FFFD."""
        return b"".join(self.bytes[token] for token in ids).decode("utf-8", "replace")

    def chat(self, messages: Sequence[Mapping[str, str]]) -> list[int]:
        """Return the ids of a chat up to where the answer begins, as the file's chat template says.

        Only the template can write special tokens: their names in a message are ordinary text, so that a message can
        neither end itself nor pretend to be of someone else. Before rendering they are cut by a mark, and the mark is
        removed after the template's own special tokens have been found.

        Raises:
            UserError: the template refuses these messages.
        """
        from jinja2 import TemplateError

        used = {*self._template, *(sign for message in messages for value in message.values() for sign in value)}
        mark = next(chr(code) for code in range(FIRST_PRIVATE, LAST_PRIVATE + 1) if chr(code) not in used)
        cut = [{key: self._cut(value, mark) for key, value in message.items()} for message in messages]
        try:
            text: str = self._compiled.render(messages=cut, add_generation_prompt=True, **self._names)
        except TemplateError as error:
            raise UserError(f"the model's chat template cannot be used here: {error}") from error
        return list(self._split(text, mark))

    @cached_property
    def _compiled(self) -> Any:
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        # white space as in transformers, for which the templates of model files are written
        return ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True).from_string(self._template)

    def _cut(self, text: str, mark: str) -> str:
        return self._any_special.sub(lambda found: f"{found[0][0]}{mark}{found[0][1:]}", text)

    def _split(self, text: str, mark: str) -> Iterator[int]:
        """Yield the ids of a text with special tokens; remove the mark from what lies between them."""
        for place, piece in enumerate(self._any_special.split(text)):
            if place % 2:  # a special token, which the pattern's group has caught
                yield self._special[piece]
            else:
                yield from self.encode(piece.replace(mark, ""))


def _byte_level(tokens: Sequence[str], merges: Sequence[str]) -> Any:
    """Return byte-level BPE with the merges of the file; each digit is a word."""
    # from the extra `llm`, which may be missing
    from tokenizers import Tokenizer, models
    from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence

    vocabulary = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.BPE(vocabulary, [tuple(merge.split(" ")) for merge in merges]))
    tokenizer.pre_tokenizer = Sequence([Digits(individual_digits=True), ByteLevel(add_prefix_space=False)])
    return tokenizer


def _bytes_of(tokens: Sequence[str], kinds: Sequence[int]) -> list[bytes]:
    """Return the bytes of tokens that are spelled in GPT-2's letters, one for each byte."""
    letters = "\uffff".join(tokens).translate(_letters()).split("\uffff")  # all at once: ten times as fast
    return [
        _latin(spelled, token) if kind == NORMAL else token.encode() if kind == USER_DEFINED else b""
        for spelled, token, kind in zip(letters, tokens, kinds, strict=True)
    ]


def _latin(spelled: str, token: str) -> bytes:
    try:
        return spelled.encode("latin-1")
    except UnicodeEncodeError:  # not spelled in those letters
        return token.encode()


def _letters() -> dict[int, int]:
    """Return the byte of each of GPT-2's letters: printable ones stand for themselves, the others follow from U+0100."""
    printable = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: byte for byte in printable} | {256 + i: byte for i, byte in enumerate(others)}
