"""The figures on the cheat sheet."""

from .check_digits import isbn_swaps, luhn_swaps


def swaps() -> dict[str, str]:
    """Return how many swaps of two different neighbors Luhn's method and the weights of an ISBN find."""
    return {"luhn": luhn_swaps()["found"], "isbn": isbn_swaps()["found"], "pairs": luhn_swaps()["pairs"]}
