"""Count down."""

from collections.abc import Iterator


def countdown(start: int) -> Iterator[int]:
    """Yield start, ..., 1."""
    while start > 0:
        yield start
        start -= 1
