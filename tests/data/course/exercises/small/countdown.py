"""Count down."""

from collections.abc import Iterator


def countdown(start: int) -> Iterator[int]:
    """Yield start, ..., 1."""
    raise NotImplementedError  # TODO: write this
