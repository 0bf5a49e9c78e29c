"""An odd exercise."""


def odd(number: int) -> int:
    """Return number + 1."""
    return number + 1
