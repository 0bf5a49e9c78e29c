"""Turn text into token ids and back: byte-level BPE, so that no text is unknown."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

WORD = re.compile(r" ?[^\W\d_]+| ?\d+| ?[^\s\w]+| ?_+|\s+(?!\S)|\s")
"""Letters, digits or signs with the space before them, or white space: every character belongs to one of these."""


class Tokenizer:
    """A vocabulary of the 256 bytes, then one token per merge, then the end-of-text token.

    Attributes:
        bytes: what each token stands for, by its id; the end-of-text token stands for nothing.
        eos: the id of the end-of-text token, the last one.

    Source: Sennrich, Haddow and Birch 2016, Neural machine translation of rare words with subword units, algorithm 1.
    """

    def __init__(self, merges: Iterable[tuple[int, int]]) -> None:
        self.bytes = [bytes([value]) for value in range(256)]
        self._merged: dict[tuple[int, int], int] = {}  # a lower id was learned earlier, so it goes first
        for pair in merges:
            self._merged[pair] = len(self.bytes)
            self.bytes.append(self.bytes[pair[0]] + self.bytes[pair[1]])
        self.eos = len(self.bytes)
        self.bytes.append(b"")
        self._known: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; the end-of-text token is never among them."""
        return [token for word in WORD.findall(text) for token in self._encode_word(word)]

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of ids; bytes that are no UTF-8 become U+FFFD."""
        return b"".join(self.bytes[token] for token in ids).decode("utf-8", "replace")

    def _encode_word(self, word: str) -> list[int]:
        if word not in self._known:
            ids = list(word.encode())
            while pairs := [pair for pair in pairwise(ids) if pair in self._merged]:
                first = min(pairs, key=self._merged.__getitem__)
                ids = merge(ids, first, self._merged[first])
            self._known[word] = ids
        return self._known[word]


def merge(ids: list[int], pair: tuple[int, int], merged: int) -> list[int]:
    """Return ids with every occurrence of a pair replaced, from left to right."""
    result: list[int] = []
    for token in ids:
        if result and (result[-1], token) == pair:
            result[-1] = merged
        else:
            result.append(token)
    return result


def train(texts: Iterable[str], merges: int) -> list[tuple[int, int]]:
    """Learn merges: always the most frequent pair of neighbours within words; among equals, the lowest ids."""
    counts = Counter(word for text in texts for word in WORD.findall(text))
    words = {word: list(word.encode()) for word in counts}
    learned: list[tuple[int, int]] = []
    for merged in range(256, 256 + merges):
        pairs: Counter[tuple[int, int]] = Counter()
        for word, ids in words.items():
            for pair in pairwise(ids):
                pairs[pair] += counts[word]
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        learned.append(best)
        words = {word: merge(ids, best, merged) for word, ids in words.items()}
    return learned


def load(path: Path) -> Tokenizer:
    """Return the tokenizer whose merges a JSON file holds."""
    return Tokenizer((left, right) for left, right in json.loads(path.read_text("utf-8"))["merges"])
