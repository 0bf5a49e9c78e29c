"""Random states of a loop, in which several reasons to end often come together."""


def some_state(rng, size):
    """Draw a text of up to `size` letters, one to three stop sequences, and counts close to the cap."""
    text = "".join("ab "[int(letter)] for letter in rng.integers(0, 3, int(rng.integers(0, size + 1))))
    stops = ["".join("ab"[int(letter)] for letter in rng.integers(0, 2, int(rng.integers(1, 5)))) for _ in range(3)]
    max_tokens = int(rng.integers(1, 9))
    return {
        "n_generated": max(1, max_tokens + int(rng.integers(-3, 2))),
        "max_tokens": max_tokens,
        "last_is_eos": bool(rng.random() < 0.3),
        "text": text,
        "stops": stops[: int(rng.integers(0, 4))],
    }
