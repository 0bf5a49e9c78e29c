"""Turn text and chats into the token ids of a model, with tokenizers from the extra `llm`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grader.core.errors import UserError
from grader.lab.models.chat_template import render_chat

NORMAL, CONTROL, USER_DEFINED, BYTE = 1, 3, 4, 6
"""Types of tokens in a GGUF file; unknown and unused ones have others, and no text."""
LLAMA_3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
FIRST_PRIVATE, LAST_PRIVATE = 0xF0000, 0xFFFFD
"""Private characters of Unicode; one that a chat does not contain is a mark that nobody can type."""


class TokenizerError(UserError):
    """A tokenizer of a kind that is not supported, or with parts that don't fit together."""


class ModelTokenizer:
    """The tokenizer of a GGUF file: byte-level BPE (`gpt2`) or SentencePiece's BPE (`llama`).

    Args:
        data: `model`, `pre`, `tokens`, `types`, `merges`, `scores`, `bos`, `eos`, `adds_bos`, `adds_space` and
            `chat_template`, as in the file.

    Attributes:
        bytes: what each token stands for, by its id; control tokens such as eos stand for nothing.
        eos: the id of the end-of-text token.
        render: renders a chat by its template; `chat_template.render_here` in a process with limits of its own.

    Raises:
        TokenizerError: it is of a kind that is not supported, or broken.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.eos: int = data["eos"]
        self._bos: int | None = data["bos"]
        self._tokens: Sequence[str] = data["tokens"]
        self._template: str = data["chat_template"]
        self.render: Callable[..., str] = render_chat
        is_bpe = data["model"] == "gpt2"
        self._adds_bos = bool(data["adds_bos"]) if data["adds_bos"] is not None else not is_bpe
        if not is_bpe and data["model"] != "llama":
            raise TokenizerError(f"its tokenizer is of the kind {data['model']!r}; 'gpt2' and 'llama' are supported")
        try:
            self._bpe = _byte_level(data) if is_bpe else _sentence_piece(data)
        except TokenizerError:
            raise
        except Exception as error:  # tokenizers raises nothing narrower
            raise TokenizerError(f"its tokenizer is broken: {error}") from error
        pairs = list(zip(self._tokens, data["types"], strict=True))
        self.bytes = _byte_level_bytes(self._tokens, data["types"]) if is_bpe else [_piece(*pair) for pair in pairs]
        self._special = {text: i for i, (text, kind) in enumerate(pairs) if kind == CONTROL}
        names = sorted(filter(None, self._special), key=len, reverse=True)
        self._any_special = re.compile(f"({'|'.join(map(re.escape, names)) or '(?!)'})")

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; the names of special tokens in it, such as `<|im_end|>`, are ordinary text.

        A begin-of-text token comes first if the file says so.
        """
        return [*self._begin(), *self._plain(text)]

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids; bytes that are not UTF-8 become U+FFFD."""
        return b"".join(self.bytes[token] for token in ids).decode("utf-8", "replace")

    def chat(self, messages: Sequence[Mapping[str, str]]) -> list[int]:
        """Return the ids of a chat up to where the answer begins, as the file's chat template says.

        Only the template can write special tokens: their names in a message are ordinary text, so that a message can
        neither end itself nor pretend to be of someone else. Before rendering they are cut by a mark, and the mark is
        removed after the template's own special tokens have been found.

        Raises:
            UserError: the file has no template, or it refuses these messages.
        """
        used = {*self._template, *(sign for message in messages for value in message.values() for sign in value)}
        mark = next(chr(code) for code in range(FIRST_PRIVATE, LAST_PRIVATE + 1) if chr(code) not in used)
        cut = [{key: self._cut(value, mark) for key, value in message.items()} for message in messages]
        names = {"bos_token": "" if self._bos is None else self._tokens[self._bos], "eos_token": self._tokens[self.eos]}
        return list(self._split(self.render(self._template, cut, **names), mark))

    def _cut(self, text: str, mark: str) -> str:
        return self._any_special.sub(lambda found: f"{found[0][0]}{mark}{found[0][1:]}", text)

    def _begin(self) -> list[int]:
        return [self._bos] if self._adds_bos and self._bos is not None else []

    def _split(self, text: str, mark: str = "") -> Iterator[int]:
        """Yield the ids of a text with special tokens; remove the mark from what lies between them."""
        for place, piece in enumerate(self._any_special.split(text)):
            if place % 2:  # a special token, which the pattern's group has caught
                yield self._special[piece]
            else:
                yield from self._plain(piece.replace(mark, ""))

    def _plain(self, text: str) -> list[int]:
        text.encode()  # UnicodeEncodeError for half a surrogate pair, which tokenizers would report as a TypeError
        ids: list[int] = self._bpe.encode(text, add_special_tokens=False).ids
        return ids


# --- byte-level BPE ---


def _byte_level(data: Mapping[str, Any]) -> Any:
    """Return byte-level BPE with the merges of the file."""
    # from the extra `llm`, which may be missing
    from tokenizers import Regex, Tokenizer, models
    from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence, Split

    words: dict[str, Any] = {
        "smollm": lambda: Sequence([Digits(individual_digits=True), ByteLevel(add_prefix_space=False)]),
        "gpt-2": lambda: ByteLevel(add_prefix_space=False),
        "llama-bpe": lambda: Sequence(
            [Split(Regex(LLAMA_3), "isolated"), ByteLevel(add_prefix_space=False, use_regex=False)]
        ),
    }
    if data["pre"] not in words:
        what = f"its tokenizer splits text into words in the way {data['pre']!r}"
        raise TokenizerError(f"{what}; {', '.join(words)} are supported")
    merges = [tuple(merge.split(" ")) for merge in data["merges"]]
    vocabulary = {token: i for i, token in enumerate(data["tokens"])}
    # Llama 3 takes a word that is a token as that token, whatever the merges say
    tokenizer = Tokenizer(models.BPE(vocabulary, merges, ignore_merges=data["pre"] == "llama-bpe"))
    tokenizer.pre_tokenizer = words[data["pre"]]()
    return tokenizer


def _byte_level_bytes(tokens: Sequence[str], kinds: Sequence[int]) -> list[bytes]:
    """Return the bytes of tokens that are spelled in GPT-2's letters, one for each byte."""
    letters = "\uffff".join(tokens).translate(_BYTES).split("\uffff")  # all at once: ten times as fast
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


_BYTES = _letters()


# --- SentencePiece ---


def _sentence_piece(data: Mapping[str, Any]) -> Any:
    """Return BPE that merges the pair whose union has the best score, as SentencePiece does."""
    # from the extra `llm`, which may be missing
    from tokenizers import Tokenizer, models, normalizers

    tokens, scores = data["tokens"], data["scores"]
    ids = {token: i for i, token in enumerate(tokens)}
    merges = [
        (-scores[whole], ids[token[:i]], ids[token[i:]], (token[:i], token[i:]))
        for token, whole in ids.items()
        for i in range(1, len(token))
        if token[:i] in ids and token[i:] in ids and data["types"][whole] == NORMAL
    ]
    tokenizer = Tokenizer(
        models.BPE(ids, [pair for *_, pair in sorted(merges)], byte_fallback=True, fuse_unk=True, unk_token=tokens[0])
    )
    prefix = [normalizers.Prepend("▁")] if data["adds_space"] is not False else []
    tokenizer.normalizer = normalizers.Sequence([*prefix, normalizers.Replace(" ", "▁")])
    return tokenizer


def _piece(token: str, kind: int) -> bytes:
    """Return the bytes of a token of SentencePiece."""
    if kind == BYTE and (found := re.fullmatch(r"<0x([0-9A-Fa-f]{2})>", token)):
        return bytes.fromhex(found[1])
    return token.replace("▁", " ").encode() if kind in (NORMAL, USER_DEFINED) else b""
