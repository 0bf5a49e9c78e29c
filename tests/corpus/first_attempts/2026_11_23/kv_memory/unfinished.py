"""How much memory the cache takes: keys and values, for every layer, head and position."""


def kv_bytes(layers: int, kv_heads: int, d_head: int, positions: int, bytes_per_number: int, batch: int = 1) -> int:
    """Return how many bytes a KV cache takes.

    Args:
        layers: layers of the model.
        kv_heads: heads in each layer that have a key and a value of their own.
        d_head: numbers in one key, and in one value.
        positions: positions that the cache holds for one text; 0 or more.
        bytes_per_number: 2 for numbers of 16 bits, 4 for numbers of 32 bits.
        batch: how many texts are generated side by side.

    Returns:
        the number of bytes.

    >>> kv_bytes(1, 1, 10, 3, 2)
    120
    """
    # one vector per head and layer and position
    size = layers * kv_heads * d_head * positions * bytes_per_number
    # TODO batch
    return size
