"""A paged KV cache: the rows of many texts in blocks of one size, which texts with the same beginning share."""

from typing import Any


class PagedCache:
    """Keeps the rows of many texts in a fixed number of blocks.

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
    """

    def __init__(self, blocks: int, size: int) -> None:
        self.size = size
        self.store = {}
        self.count = [0] * blocks
        self.tables = {}
        self.n = {}

    @property
    def free(self) -> int:
        """How many blocks no text uses."""
        return self.count.count(0)

    def table(self, text: str) -> list[int]:
        """Return the numbers of a text's blocks, in the order of its rows."""
        return list(self.tables.get(text, ()))

    def rows(self, text: str) -> list[Any]:
        """Return the rows of a text, the oldest first."""
        out = []
        for i in range(self.n.get(text, 0)):
            block = self.tables[text][i // self.size]
            out.append(self.store[block, i % self.size])
        return out

    def append(self, text: str, row: Any) -> None:
        """Add a row to a text; a block that other texts use too is copied first.

        Raises:
            RuntimeError: a block is needed, and none is free.
        """
        def take():
            if 0 not in self.count:
                raise RuntimeError("no block is free")
            number = self.count.index(0)
            self.count[number] = 1
            return number

        n = self.n.get(text, 0)
        table = list(self.tables.get(text, ()))
        place = n // self.size
        if place == len(table):
            block = take()
            table.append(block)
        elif self.count[table[place]] > 1:
            old = table[place]
            block = take()
            self.count[old] -= 1
            for i in range(n % self.size):
                self.store[block, i] = self.store[old, i]
            table[place] = block
        self.store[table[place], n % self.size] = row
        self.tables[text] = table
        self.n[text] = n + 1

    def fork(self, text: str, copy: str, n: int) -> None:
        """Let a new text begin with the first n rows of another one, whose blocks it shares.

        Raises:
            ValueError: n is negative or larger than the length of the text, or the copy has rows already.
        """
        if n < 0 or n > self.n.get(text, 0):
            raise ValueError("fork")
        for block in self.tables.get(copy, ()):
            self.count[block] -= 1
        shared = self.tables.get(text, [])[:-(-n // self.size)]
        for block in shared:
            self.count[block] += 1
        self.tables[copy] = list(shared)
        self.n[copy] = n

    def truncate(self, text: str, n: int) -> None:
        """Forget all rows of a text but the first n; a block is free when no text uses it.

        Raises:
            ValueError: n is negative, or larger than the length of the text.
        """
        if n < 0 or n > self.n.get(text, 0):
            raise ValueError("truncate")
        table = self.tables.get(text, [])
        keep = n // self.size + 1
        for block in table[keep:]:
            self.count[block] -= 1
        self.tables[text] = table[:keep]
        self.n[text] = n
