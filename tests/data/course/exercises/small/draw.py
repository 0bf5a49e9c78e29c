"""Draw a token."""


def draw(p, rng) -> int:
    """Return a token drawn with probabilities p, (V,) float."""
    raise NotImplementedError  # TODO: write this
