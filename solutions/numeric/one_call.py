"""One call to a model: what the steps of the worksheet on cost and cache share."""


def draw_sheet(rng):
    """Draw a prompt, an answer and their times, a model's cache, and a bill whose prices are for a million tokens."""
    ratio = rng.integer(2, 6)
    in_per_M = rng.choice([0.5, 1, 1.5, 2, 2.5, 3])
    kv_heads = rng.choice([2, 4, 8])
    return {
        "first_ms": 10 * rng.integer(20, 90),
        "each_ms": rng.integer(8, 40),
        "prompt_length": rng.integer(6, 20),
        "generated": rng.integer(4, 12),
        "layers": rng.choice([12, 16, 24, 32]),
        "heads": kv_heads * rng.choice([2, 4]),
        "kv_heads": kv_heads,
        "d_head": rng.choice([64, 128]),
        "positions": 500 * rng.integer(1, 16),
        "bytes_per_number": 2,
        "n_in": 4000 * ratio * rng.integer(5, 40),
        "n_out": 4000 * rng.integer(5, 50),
        "in_per_M": in_per_M,
        "out_per_M": in_per_M * ratio,
    }
