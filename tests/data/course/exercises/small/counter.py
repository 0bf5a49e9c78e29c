"""A counter."""


class Counter:
    """Counts up to a limit."""

    def __init__(self, limit: int) -> None:
        raise NotImplementedError  # TODO: write this

    def add(self, n: int) -> int:
        """Add n; return the count."""
        raise NotImplementedError  # TODO: write this

    def reset(self) -> None:
        """Begin again at 0."""
        raise NotImplementedError  # TODO: write this
