"""Reply with a cache."""


def reply(model, prompt: list[int], count: int) -> list[int]:
    """Return count greedy tokens."""
    raise NotImplementedError  # TODO: write this
