"""A counter."""


class Counter:
    """Counts up to a limit."""

    def __init__(self, limit: int) -> None:
        raise NotImplementedError  # TODO: write this
