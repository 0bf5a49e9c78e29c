"""Pile."""


class Pile:
    """A pile of things of which only the top one can be taken."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def push(self, item: int) -> None:
        """Put an item on top."""
        self._items.append(item)

    def pop(self) -> int:
        """Take the top item away and return it."""
        return self._items.pop()

    @property
    def size(self) -> int:
        """Return the number of items."""
        return len(self._items)
