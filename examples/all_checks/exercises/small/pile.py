"""Pile."""


class Pile:
    """A pile of things of which only the top one can be taken."""

    def __init__(self) -> None:
        raise NotImplementedError  # TODO: write this

    def push(self, item: int) -> None:
        """Put an item on top."""
        raise NotImplementedError  # TODO: write this

    def pop(self) -> int:
        """Take the top item away and return it."""
        raise NotImplementedError  # TODO: write this

    @property
    def size(self) -> int:
        """Return the number of items."""
        raise NotImplementedError  # TODO: write this
