"""The words that the checks of Initials draw."""

LETTERS = list("abcdefgXYZ")


def words(rng, size):
    """Draw `size` words, with one space or two between them."""
    drawn = ["".join(rng.choice(LETTERS, 3)) + " " * int(rng.integers(1, 3)) for _ in range(size)]
    return {"text": "".join(drawn).rstrip() if rng.random() < 0.5 else "".join(drawn)}
