"""A paged KV cache: the rows of many texts in blocks of one size, which texts with the same beginning share."""

from typing import Any


class PagedCache:
    """Keeps the rows of many texts in a fixed number of blocks."""

    def __init__(self, blocks: int, size: int) -> None:
        self._size = size
        self._store = [[None] * size for _ in range(blocks)]
        self._refs = [0] * blocks
        self._tables: dict[str, list[int]] = {}
        self._lengths: dict[str, int] = {}

    @property
    def free(self) -> int:
        """How many blocks no text uses."""
        return self._refs.count(0)

    def table(self, text: str) -> list[int]:
        """Return the numbers of a text's blocks, in the order of its rows."""
        return list(self._tables.get(text, []))

    def rows(self, text: str) -> list[Any]:
        """Return the rows of a text, the oldest first."""
        table = self._tables.get(text, [])
        return [self._store[table[i // self._size]][i % self._size] for i in range(self._lengths.get(text, 0))]

    def _take(self) -> int:
        if self.free == 0:
            raise RuntimeError("no free block")
        block = self._refs.index(0)
        self._refs[block] = 1
        return block

    def append(self, text: str, row: Any) -> None:
        """Add a row to a text; a block that other texts use too is copied first."""
        n = self._lengths.get(text, 0)
        place = n % self._size
        if place == 0:
            block = self._take()
            self._tables.setdefault(text, []).append(block)
        else:
            block = self._tables[text][-1]
            if self._refs[block] > 1:
                # copy on write
                self._refs[block] -= 1
                fresh = self._take()
                self._store[fresh][:place] = self._store[block][:place]
                self._tables[text][-1] = fresh
                block = fresh
        self._store[block][place] = row
        self._lengths[text] = n + 1

    def fork(self, text: str, copy: str, n: int) -> None:
        """Let a new text begin with the first n rows of another one, whose blocks it shares."""
        if n < 0 or n > self._lengths.get(text, 0):
            raise ValueError("no such number of rows")
        if self._lengths.get(copy, 0) > 0:
            raise ValueError("the copy has rows already")
        shared = self._tables.get(text, [])[: -(-n // self._size)]
        for block in shared:
            self._refs[block] += 1
        self._tables[copy] = list(shared)
        self._lengths[copy] = n

    def truncate(self, text: str, n: int) -> None:
        """Forget all rows of a text but the first n; a block is free when no text uses it."""
        if n < 0 or n > self._lengths.get(text, 0):
            raise ValueError("no such number of rows")
        table = self._tables.get(text, [])
        keep = -(-n // self._size)
        for block in table[keep:]:
            self._refs[block] = 0
        self._tables[text] = table[:keep]
        self._lengths[text] = n
