"""How much memory a KV cache takes."""

from ..formulas import kv_bytes

KIND = "number"
UNIT = "MB"
BYTES_PER_MEGABYTE = 1_000_000


def draw(rng):
    """Draw the shape of a model, what a number takes, and how many positions are stored."""
    kv_heads = rng.choice([2, 4, 8])
    return {
        "layers": rng.choice([12, 16, 24, 32]),
        "heads": kv_heads * rng.choice([2, 4]),
        "kv_heads": kv_heads,
        "d_head": rng.choice([64, 128]),
        "positions": 500 * rng.integer(1, 16),
        "bytes_per_number": rng.choice([2, 4]),
    }


def answer(keep, layers, kv_heads, d_head, positions, bytes_per_number):
    """Return the reference's bytes in millions."""
    keep("bytes for one position", kv_bytes(layers, kv_heads, d_head, 1, bytes_per_number))
    return kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number) / BYTES_PER_MEGABYTE
