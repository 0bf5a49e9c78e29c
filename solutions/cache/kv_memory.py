"""How much memory the cache takes: keys and values, for every layer, head and position."""


def kv_bytes(layers: int, kv_heads: int, d_head: int, positions: int, bytes_per_number: int, batch: int = 1) -> int:
    """Return how many bytes a KV cache takes.

    It is the size of two arrays, keys and values, each of shape (batch, layers, kv_heads, positions, d_head).

    Args:
        layers: layers of the model.
        kv_heads: heads in each layer that have a key and a value of their own.
        d_head: numbers in one key, and in one value.
        positions: positions that the cache holds for one text; 0 or more.
        bytes_per_number: 2 for numbers of 16 bits, 4 for numbers of 32 bits.
        batch: how many texts are generated side by side.

    Returns:
        the number of bytes.

    Source: the shapes of keys and values in Ainslie et al. 2023, GQA, https://arxiv.org/abs/2305.13245.
    """
    arrays = 2  # one for keys, one for values; queries are not kept
    return arrays * batch * layers * kv_heads * positions * d_head * bytes_per_number
