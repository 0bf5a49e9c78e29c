"""Known wrong answers to how much memory a KV cache takes."""

from ..formulas import kv_bytes as _kv_bytes


def _megabytes(layers, heads, d_head, positions, bytes_per_number):
    return _kv_bytes(layers, heads, d_head, positions, bytes_per_number) / 1e6


def keys_only(layers, kv_heads, d_head, positions, bytes_per_number):
    """Only the keys were counted, or only the values.

    The cache is named after both. Attention needs the one to compare and the other to collect.
    """
    return _megabytes(layers, kv_heads, d_head, positions, bytes_per_number) / 2


def queries_as_well(layers, kv_heads, d_head, positions, bytes_per_number):
    """The queries were counted as well.

    A query is used once, by its own position, and then never again. Only what later positions look at is stored.
    """
    return _megabytes(layers, kv_heads, d_head, positions, bytes_per_number) * 1.5


def all_heads(layers, heads, d_head, positions, bytes_per_number):
    """Every query head was given keys and values of its own.

    In this model several query heads share them. Which of the two numbers of heads counts for the cache?
    """
    return _megabytes(layers, heads, d_head, positions, bytes_per_number)


def bits(layers, kv_heads, d_head, positions, bytes_per_number):
    """The result is in millions of bits.

    A byte has eight of them, so it is eight times too large.
    """
    return 8 * _megabytes(layers, kv_heads, d_head, positions, bytes_per_number)


def mebibytes(layers, kv_heads, d_head, positions, bytes_per_number):
    """The bytes were divided by 1024 twice, which gives MiB.

    Both units are in use. An MB has a million bytes.
    """
    return _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number) / 1024**2


def one_layer(kv_heads, d_head, positions, bytes_per_number):
    """Only one layer was counted.

    Each layer has keys and values of its own, made from what the layer before it passed on.
    """
    return _megabytes(1, kv_heads, d_head, positions, bytes_per_number)


def one_position(layers, kv_heads, d_head, bytes_per_number):
    """This is the memory for a single position.

    All positions of the text are kept, which is what makes the cache grow. How many are there?
    """
    return _megabytes(layers, kv_heads, d_head, 1, bytes_per_number)
