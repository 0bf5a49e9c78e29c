"""A paged KV cache: the rows of many texts in blocks of one size, which texts with the same beginning share."""

from typing import Any


class PagedCache:
    """Keeps the rows of many texts in a fixed number of blocks."""

    def __init__(self, blocks: int, size: int) -> None:
        self.size = size
        self.memory = [[] for _ in range(blocks)]
        self.unused = list(range(blocks))
        self.tables = {}

    @property
    def free(self) -> int:
        """How many blocks no text uses."""
        return len(self.unused)

    def table(self, text: str) -> list[int]:
        """Return the numbers of a text's blocks, in the order of its rows."""
        return self.tables.setdefault(text, [])

    def rows(self, text: str) -> list[Any]:
        """Return the rows of a text, the oldest first."""
        return [row for block in self.table(text) for row in self.memory[block]]

    def append(self, text: str, row: Any) -> None:
        """Add a row to a text; a block that other texts use too is copied first."""
        table = self.table(text)
        if not table or len(self.memory[table[-1]]) == self.size:
            if not self.unused:
                raise RuntimeError("out of blocks")
            table.append(self.unused.pop(0))
        self.memory[table[-1]].append(row)

    def fork(self, text: str, copy: str, n: int) -> None:
        """Let a new text begin with the first n rows of another one, whose blocks it shares."""
        raise NotImplementedError  # TODO: write this

    def truncate(self, text: str, n: int) -> None:
        """Forget all rows of a text but the first n; a block is free when no text uses it."""
        raise NotImplementedError  # TODO: write this
