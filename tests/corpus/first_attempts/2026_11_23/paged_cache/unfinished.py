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
        self.blocks = [[] for _ in range(blocks)]
        self.tables = {}

    @property
    def free(self) -> int:
        """How many blocks no text uses."""
        used = set()
        for t in self.tables.values():
            used.update(t)
        return len(self.blocks) - len(used)

    def table(self, text: str) -> list[int]:
        """Return the numbers of a text's blocks, in the order of its rows."""
        return list(self.tables.get(text, []))

    def rows(self, text: str) -> list[Any]:
        """Return the rows of a text, the oldest first."""
        result = []
        for b in self.tables.get(text, []):
            result += self.blocks[b]
        return result

    def append(self, text: str, row: Any) -> None:
        """Add a row to a text; a block that other texts use too is copied first.

        Raises:
            RuntimeError: a block is needed, and none is free.
        """
        table = self.tables.setdefault(text, [])
        if not table or len(self.blocks[table[-1]]) == self.size:
            used = {b for t in self.tables.values() for b in t}
            free = [b for b in range(len(self.blocks)) if b not in used]
            if not free:
                raise RuntimeError("no free block")
            table.append(free[0])
            self.blocks[free[0]] = []
        self.blocks[table[-1]].append(row)

    def fork(self, text: str, copy: str, n: int) -> None:
        """Let a new text begin with the first n rows of another one, whose blocks it shares.

        Raises:
            ValueError: n is negative or larger than the length of the text, or the copy has rows already.
        """
        raise NotImplementedError  # TODO: write this

    def truncate(self, text: str, n: int) -> None:
        """Forget all rows of a text but the first n; a block is free when no text uses it.

        Raises:
            ValueError: n is negative, or larger than the length of the text.
        """
        have = len(self.rows(text))
        if n < 0 or n > have:
            raise ValueError(f"{text} has {have} rows")
        table = self.tables.setdefault(text, [])
        keep = (n + self.size - 1) // self.size
        del table[keep:]
        if n % self.size and table:
            del self.blocks[table[-1]][n % self.size:]
