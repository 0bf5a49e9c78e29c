"""Pile."""


class Pile:
    """A pile of things of which only the top one can be taken: `push(item)`, `pop()` and the property `size`."""

    def __init__(self) -> None:
        raise NotImplementedError  # TODO: write this, and the methods
