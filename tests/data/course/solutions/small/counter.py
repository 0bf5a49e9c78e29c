"""A counter."""


class Counter:
    """Counts up to a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.count = 0

    def add(self, n: int) -> int:
        """Add n; return the count."""
        if self.count + n > self.limit:
            raise ValueError("beyond the limit")
        self.count += n
        return self.count

    def reset(self) -> None:
        """Begin again at 0."""
        self.count = 0
