"""Adds up."""


def adds_up() -> None:
    """Read whole numbers until a line is empty; print how many there were and their sum."""
    raise NotImplementedError  # TODO: write this
