"""Random numbers from a text, the same in every version of Python and numpy.

Generators of libraries promise the same raw bits at best, and not the same choices. Here the n-th block of 32 bytes is
SHA-256(key, n), and whole numbers are cut from it without any bias.
"""

import hashlib
import json
from collections.abc import Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")
WORD_BYTES = 8
WORDS = 1 << 8 * WORD_BYTES


def seed_text(*parts: str | int) -> str:
    """Join what a draw depends on, so that no two different lists of parts give the same text."""
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":"))


class Draws:
    """An endless row of random numbers that belongs to a text."""

    def __init__(self, seed: str) -> None:
        self._key = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()
        self._blocks = count()
        self._rest = b""

    def integer(self, low: int, high: int) -> int:
        """Draw a whole number from `low` to `high`, both included."""
        size = high - low + 1
        if not 0 < size <= WORDS:
            raise ValueError(f"there is no whole number to draw from {low} to {high}")
        fair = WORDS - WORDS % size  # words from here up would favour the smallest numbers
        while (word := self._word()) >= fair:
            pass
        return low + word % size

    def integers(self, low: int, high: int | None = None) -> int:
        """Draw a whole number from `low` to below `high`, or from 0 to below `low`, as numpy's generators do."""
        return self.integer(0, low - 1) if high is None else self.integer(low, high - 1)

    def random(self) -> float:
        """Draw a number from 0 to below 1, as numpy's generators do."""
        return (self._word() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.integer(0, len(items) - 1)]

    def sample(self, items: Sequence[T], size: int) -> list[T]:
        """Draw different items, in random order."""
        if not 0 <= size <= len(items):
            raise ValueError(f"{size} of {len(items)} items cannot be drawn")
        rest = list(items)
        for index in range(size):
            other = self.integer(index, len(rest) - 1)
            rest[index], rest[other] = rest[other], rest[index]
        return rest[:size]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return self.sample(items, len(items))

    def _word(self) -> int:
        """Return the next 64 bits."""
        if not self._rest:
            self._rest = hashlib.sha256(self._key + next(self._blocks).to_bytes(WORD_BYTES, "big")).digest()
        word, self._rest = self._rest[:WORD_BYTES], self._rest[WORD_BYTES:]
        return int.from_bytes(word, "big")
