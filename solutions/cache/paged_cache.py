"""A paged KV cache: the rows of many texts in blocks of one size, which texts with the same beginning share."""

from typing import Any


class PagedCache:
    """Keeps the rows of many texts in a fixed number of blocks.

    A row stands for the keys and values of one position. Rows stay where they are; a text has a table with the numbers
    of its blocks.

    Args:
        blocks: how many blocks there are, at least 1.
        size: how many rows fit into a block, at least 1.

    >>> cache = PagedCache(blocks=4, size=2)
    >>> for row in (10, 20, 30):
    ...     cache.append("a", row)
    >>> cache.table("a")
    [0, 1]
    >>> cache.fork("a", "b", 3)
    >>> cache.free
    2
    >>> cache.append("b", 40)
    >>> cache.table("b"), cache.rows("b")
    ([0, 2], [10, 20, 30, 40])

    Source: Kwon et al. 2023, Efficient memory management for large language model serving with PagedAttention,
    sections 4.1 to 4.4, https://arxiv.org/abs/2309.06180.
    """

    def __init__(self, blocks: int, size: int) -> None:
        self._size = size
        self._blocks: list[list[Any]] = [[None] * size for _ in range(blocks)]
        self._users = [0] * blocks  # how many tables each block is in
        self._tables: dict[str, list[int]] = {}
        self._lengths: dict[str, int] = {}  # of each text: a shared block may hold more rows than one of its texts has

    @property
    def free(self) -> int:
        """How many blocks no text uses."""
        return self._users.count(0)

    def table(self, text: str) -> list[int]:
        """Return the numbers of a text's blocks, in the order of its rows."""
        return list(self._tables.get(text, []))

    def rows(self, text: str) -> list[Any]:
        """Return the rows of a text, the oldest first."""
        stored = [row for block in self.table(text) for row in self._blocks[block]]
        return stored[: self._lengths.get(text, 0)]

    def append(self, text: str, row: Any) -> None:
        """Add a row to a text; a block that other texts use too is copied first.

        Raises:
            RuntimeError: a block is needed, and none is free.
        """
        table, length = self.table(text), self._lengths.get(text, 0)
        place, within = divmod(length, self._size)
        if within == 0:
            table.append(self._take())
        elif self._users[table[place]] > 1:
            shared, table[place] = table[place], self._take()
            self._blocks[table[place]] = list(self._blocks[shared])
            self._users[shared] -= 1
        self._blocks[table[place]][within] = row
        self._tables[text], self._lengths[text] = table, length + 1

    def _take(self) -> int:
        if not self.free:
            raise RuntimeError("no block is free")
        block = self._users.index(0)
        self._users[block] = 1
        return block

    def fork(self, text: str, copy: str, n: int) -> None:
        """Let a new text begin with the first n rows of another one, whose blocks it shares.

        Raises:
            ValueError: n is negative or larger than the length of the text, or the copy has rows already.
        """
        if not 0 <= n <= self._lengths.get(text, 0) or self._lengths.get(copy, 0):
            raise ValueError(f"{copy} cannot begin with {n} rows of {text}")
        self._tables[copy], self._lengths[copy] = self.table(text)[: self._needed(n)], n
        for block in self._tables[copy]:
            self._users[block] += 1

    def truncate(self, text: str, n: int) -> None:
        """Forget all rows of a text but the first n; a block is free when no text uses it.

        Raises:
            ValueError: n is negative, or larger than the length of the text.
        """
        if not 0 <= n <= self._lengths.get(text, 0):
            raise ValueError(f"cannot keep {n} rows of {text}")
        for block in self.table(text)[self._needed(n) :]:
            self._users[block] -= 1
        self._tables[text], self._lengths[text] = self.table(text)[: self._needed(n)], n

    def _needed(self, rows: int) -> int:
        """Return how many blocks so many rows take."""
        return -(-rows // self._size)
