"""A paged KV cache: the rows of many texts in blocks of one size, which texts with the same beginning share."""

from typing import Any
def blocks_for(n, size):
    return -(-n // size)


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
        self.memory = [[None] * size for _ in range(blocks)]
        self.size = size
        self.free_blocks = set(range(blocks))
        self.tables = {}
        self.lengths = {}

    @property
    def free(self) -> int:
        """How many blocks no text uses."""
        return len(self.free_blocks)

    def table(self, text: str) -> list[int]:
        """Return the numbers of a text's blocks, in the order of its rows."""
        return self.tables.get(text, [])[:]

    def rows(self, text: str) -> list[Any]:
        """Return the rows of a text, the oldest first."""
        table = self.tables.get(text, [])
        return [self.memory[table[i // self.size]][i % self.size] for i in range(self.lengths.get(text, 0))]

    def append(self, text: str, row: Any) -> None:
        """Add a row to a text; a block that other texts use too is copied first.

        Raises:
            RuntimeError: a block is needed, and none is free.
        """
        table = self.tables.setdefault(text, [])
        n = self.lengths.get(text, 0)
        if n == len(table) * self.size:
            if not self.free_blocks:
                raise RuntimeError("out of blocks")
            block = min(self.free_blocks)
            self.free_blocks.remove(block)
            table.append(block)
        # TODO: copy if shared
        self.memory[table[-1]][n % self.size] = row
        self.lengths[text] = n + 1

    def fork(self, text: str, copy: str, n: int) -> None:
        """Let a new text begin with the first n rows of another one, whose blocks it shares.

        Raises:
            ValueError: n is negative or larger than the length of the text, or the copy has rows already.
        """
        self.tables[copy] = self.tables.get(text, [])[:blocks_for(n, self.size)]
        self.lengths[copy] = n

    def truncate(self, text: str, n: int) -> None:
        """Forget all rows of a text but the first n; a block is free when no text uses it.

        Raises:
            ValueError: n is negative, or larger than the length of the text.
        """
        table = self.tables.setdefault(text, [])
        keep = blocks_for(n, self.size)
        for block in table[keep:]:
            self.free_blocks.add(block)
        self.tables[text] = table[:keep]
        self.lengths[text] = n
