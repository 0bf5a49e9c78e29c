"""Typical wrong versions of the memory of a cache."""

from .kv_memory import kv_bytes as _kv_bytes


def keys_or_values_missing(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Only one vector is counted for each position, head and layer.

    The K and the V in the name stand for two of them. Is it the keys that you have counted, or the values?
    """
    return _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch) // 2


def queries_kept(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Three vectors are counted, with the query beside the key and the value.

    A query is used once, when its own token is computed. Later tokens need the keys and values of the past, not its
    queries.
    """
    return 3 * _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch) // 2


def one_layer(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Only one layer is counted.

    Every layer has its own keys and values, since each works on other inputs.
    """
    return _kv_bytes(1, kv_heads, d_head, positions, bytes_per_number, batch)


def one_head(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Only one head is counted.

    `d_head` is the width of a single head. A layer has several of them, each with keys and values of its own.
    """
    return _kv_bytes(layers, 1, d_head, positions, bytes_per_number, batch)


def one_number_for_each_head(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Each key and value is counted as one number.

    They are vectors. How many numbers does one of them have?
    """
    return _kv_bytes(layers, kv_heads, 1, positions, bytes_per_number, batch)


def one_position(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The result is for one position, however many the cache holds.

    It is a useful number to know. The whole cache is larger: every position keeps its own keys and values.
    """
    return _kv_bytes(layers, kv_heads, d_head, 1, bytes_per_number, batch)


def quadratic(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The memory grows with the square of the positions.

    That is how the attention work of a whole text grows. The cache grows with the text itself: one more token adds
    one more key and one more value in each head.
    """
    return _kv_bytes(layers, kv_heads, d_head, positions * positions, bytes_per_number, batch)


def batch_ignored(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The number of texts makes no difference.

    The weights of the model are shared by all texts, but the cache is not: each text has other keys and values.
    """
    return _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number)


def numbers_counted(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The result is how many numbers are kept, not how many bytes.

    Each number takes some bytes, and the fifth argument says how many.
    """
    return _kv_bytes(layers, kv_heads, d_head, positions, 1, batch)


def bits(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The result is in bits.

    A byte has eight of them. The argument is given in bytes already, so nothing has to be converted.
    """
    return 8 * _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch)


def mebibytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The result is in units of 1024 · 1024 bytes.

    That is easier to read. The task wants the number of bytes, as an integer.
    """
    return _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch) / 2**20


def mebibytes__whole_ones(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The decimals are dropped."""
    return _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch) // 2**20


def mebibytes__rounded(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """There are two decimals."""
    return round(_kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch) / 2**20, 2)


def gibibytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The result is in GiB, units of 1024 · 1024 · 1024 bytes.

    Sizes of graphics cards are given in these. The task wants the number of bytes, as an integer.
    """
    return _kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch) / 2**30


def decimals(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """The number is a float, such as 36864.0.

    There is no part of a byte. Somewhere a division with `/`, or a factor such as 2.0, has turned it into a float.
    """
    return float(_kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch))
