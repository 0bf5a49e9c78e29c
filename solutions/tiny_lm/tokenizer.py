"""Turn text into token ids and back: byte-level BPE, so that no text is unknown.

Bytes are what is merged. The functions of the exercises merge letters, so each byte is given to them as the letter with
its number: `latin-1` does that.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ..text.bpe_encode import bpe_encode
from ..text.bpe_train import count_pairs, merge_pair
from ..text.pre_tokenize import pre_tokenize


class Tokenizer:
    """A vocabulary of the 256 bytes, then one token per merge, then the end-of-text token.

    Args:
        merges: pairs of ids, the first one learned first.

    Attributes:
        merges: the pairs of pieces that are joined, the first one learned first; each byte is a letter.
        bytes: what each token stands for, by its id; the end-of-text token stands for nothing.
        eos: the id of the end-of-text token, the last one.

    Raises:
        ValueError: two tokens stand for the same bytes, so that pieces of a text would not tell their ids.

    Source: Sennrich, Haddow and Birch 2016, Neural machine translation of rare words with subword units, algorithm 1.
    """

    def __init__(self, merges: Iterable[tuple[int, int]]) -> None:
        pieces = [chr(value) for value in range(256)]
        self.merges: list[tuple[str, str]] = []
        for left, right in merges:
            self.merges.append((pieces[left], pieces[right]))
            pieces.append(pieces[left] + pieces[right])
        self._ids = {piece: token for token, piece in enumerate(pieces)}
        if len(self._ids) < len(pieces):
            raise ValueError("two merges make the same bytes; leave out the later one")
        self.eos = len(pieces)
        self.bytes = [*(piece.encode("latin-1") for piece in pieces), b""]
        self._known: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; the end-of-text token is never among them."""
        return [token for word in pre_tokenize(text, []) for token in self._encode_word(word)]

    def words(self, text: str) -> list[str]:
        """Return the words of a text, which no merge crosses, each byte as a letter."""
        return list(map(_letters, pre_tokenize(text, [])))

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of ids; bytes that are no UTF-8 become U+FFFD."""
        return b"".join(self.bytes[token] for token in ids).decode("utf-8", "replace")

    def _encode_word(self, word: str) -> list[int]:
        if word not in self._known:
            self._known[word] = [self._ids[piece] for piece in bpe_encode(_letters(word), self.merges)]
        return self._known[word]


def train(texts: Iterable[str], merges: int) -> list[tuple[int, int]]:
    """Learn merges: always the most frequent pair of neighbors within words; among equals, the lowest ids.

    Counting and joining are those of `bpe_train`. Choosing is not: among equally frequent pairs the exercise takes the
    first of the alphabet. On the corpus of the tiny models that gives another vocabulary from the 36th merge on, and the
    weights were trained with this one.
    """
    counts = Counter(_letters(word) for text in texts for word in pre_tokenize(text, []))
    spelled = {word: list(word) for word in counts}
    ids = {chr(value): value for value in range(256)}
    learned: list[tuple[int, int]] = []
    for merged in range(256, 256 + merges):
        pairs = count_pairs(spelled, counts)
        best = min(pairs, key=lambda pair: (-pairs[pair], ids[pair[0]], ids[pair[1]]))
        learned.append((ids[best[0]], ids[best[1]]))
        ids[best[0] + best[1]] = merged
        spelled = {word: merge_pair(pieces, best) for word, pieces in spelled.items()}
    return learned


def _letters(word: str) -> str:
    """Return the bytes of a word, each as the letter that has its number."""
    return word.encode().decode("latin-1")


def load(path: Path) -> Tokenizer:
    """Return the tokenizer whose merges a JSON file holds."""
    return Tokenizer((left, right) for left, right in json.loads(path.read_text("utf-8"))["merges"])
