from typing import Any


class PagedCache:
    def __init__(self, blocks: int, size: int) -> None:
        self.size = size
        self._free = list(range(blocks))
        self._tables: dict[str, list[int]] = {}
        self._rows: dict[str, list[Any]] = {}

    @property
    def free(self) -> int:
        return len(self._free)

    def table(self, text: str) -> list[int]:
        return self._tables.get(text, []).copy()

    def rows(self, text: str) -> list[Any]:
        return self._rows.get(text, []).copy()

    def append(self, text: str, row: Any) -> None:
        if len(self.rows(text)) % self.size == 0:
            block = self._free.pop(0)
            self._tables.setdefault(text, []).append(block)
        self._rows.setdefault(text, []).append(row)

    def fork(self, text: str, copy: str, n: int) -> None:
        raise NotImplementedError  # TODO: write this

    def truncate(self, text: str, n: int) -> None:
        raise NotImplementedError  # TODO: write this
