"""Wrong versions of the memory of a cache, as learners write them."""
import math


def keys_only(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets the 2.

    makes: keys_or_values_missing
    """
    return math.prod([layers, kv_heads, d_head, positions, bytes_per_number, batch])


def q_k_and_v(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts Q, K and V.

    makes: queries_kept
    """
    per_position = 3 * kv_heads * d_head * bytes_per_number
    return per_position * positions * layers * batch


def without_layers(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets the layers.

    makes: one_layer
    """
    total = 0
    for _ in range(batch):
        total += 2 * kv_heads * d_head * positions * bytes_per_number
    return total


def without_heads(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets the heads.

    makes: one_head
    """
    return layers * d_head * positions * bytes_per_number * batch * 2


def without_batch(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets the batch.

    makes: batch_ignored
    """
    return 2 * math.prod((layers, kv_heads, d_head, positions, bytes_per_number))


def megabytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Returns MiB.

    makes: mebibytes
    """
    n = 2 * layers * kv_heads * d_head * positions * bytes_per_number * batch
    return n / 1024 / 1024


def how_many_numbers(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts numbers.

    makes: numbers_counted
    """
    return 2 * layers * kv_heads * d_head * positions * batch


def decimal_megabytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Returns millions of bytes.

    makes: nothing listed
    """
    return 2 * layers * kv_heads * d_head * positions * bytes_per_number * batch / 1e6


def head_squared(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Squares d_head.

    makes: nothing listed
    """
    return 2 * layers * kv_heads * d_head**2 * positions * bytes_per_number * batch


def next_position_too(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Has room for one more position.

    makes: nothing listed
    """
    return 2 * layers * kv_heads * d_head * (positions + 1) * bytes_per_number * batch


def sum_of_factors(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Adds heads and d_head.

    makes: nothing listed
    """
    return 2 * layers * (kv_heads + d_head) * positions * bytes_per_number * batch


def four_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Always takes 4 bytes.

    makes: nothing listed
    """
    return 2 * layers * kv_heads * d_head * positions * 4 * batch


def batch_squared(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts the batch for keys and for values.

    makes: nothing listed
    """
    return (batch * 2) * batch * layers * kv_heads * d_head * positions * bytes_per_number


def text_returned(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Returns a text with a unit.

    makes: nothing listed
    """
    return f"{2 * layers * kv_heads * d_head * positions * bytes_per_number * batch} bytes"


def triangle(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts the pairs of positions.

    makes: nothing listed
    """
    pairs = positions * (positions + 1) // 2
    return 2 * layers * kv_heads * d_head * pairs * bytes_per_number * batch


def zero_positions_fail(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Refuses no positions.

    makes: nothing listed
    """
    if positions < 1:
        raise ValueError("no positions")
    return 2 * layers * kv_heads * d_head * positions * bytes_per_number * batch


def through_bits(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Converts to bits and back with /.

    makes: decimals
    """
    bits = 2 * layers * kv_heads * d_head * positions * bytes_per_number * 8 * batch
    return bits / 8


def for_one_position(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Returns what each position takes.

    makes: one_position
    """
    return 2 * bytes_per_number * kv_heads * d_head * layers * batch


def heads_as_numbers(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets d_head.

    makes: one_number_for_each_head
    """
    return 2 * layers * kv_heads * positions * bytes_per_number * batch


def positions_squared(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Squares the positions.

    makes: quadratic
    """
    return 2 * layers * kv_heads * d_head * bytes_per_number * batch * positions**2


def in_bits(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts bits.

    makes: bits
    """
    per_number = 8 * bytes_per_number
    return layers * kv_heads * d_head * positions * batch * per_number * 2


def no_two(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets that keys and values are both kept.

    makes: keys_or_values_missing
    """
    per_position = layers * kv_heads * d_head * bytes_per_number
    return batch * positions * per_position


def times_eight(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Takes the bytes for bits wanted.

    makes: bits
    """
    return 2 * layers * kv_heads * d_head * positions * bytes_per_number * batch * 8


def one_more_position(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Adds a place for the token that comes next.

    makes: nothing listed
    """
    return 2 * layers * kv_heads * d_head * (positions + 1) * bytes_per_number * batch


def sum_for_product(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Adds layers and heads instead of multiplying.

    makes: nothing listed
    """
    return 2 * (layers + kv_heads) * d_head * positions * bytes_per_number * batch


def whole_mebibytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Divides by 1024 twice, in whole numbers.

    makes: mebibytes
    """
    per_token = 2 * layers * kv_heads * d_head * bytes_per_number
    total = per_token * positions * batch
    return total // 1024 // 1024


def width_shared_by_the_heads(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Takes d_head for the width of all heads together.

    makes: one_head
    """
    head_dim = d_head / kv_heads
    size = 2 * batch * layers
    size *= positions
    size *= kv_heads * head_dim * bytes_per_number
    return round(size)


def in_blocks_of_sixteen(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Rounds the positions up to whole blocks of 16, as a server with pages does.

    makes: nothing listed
    """
    blocks = -(-positions // 16)
    return 2 * layers * kv_heads * d_head * bytes_per_number * batch * blocks * 16


def for_each_token(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets the positions.

    makes: one_position
    """
    per_layer = 2 * kv_heads * d_head
    return layers * per_layer * bytes_per_number * batch


def d_head_forgotten(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Forgets how long a vector is.

    makes: one_number_for_each_head
    """
    return batch * positions * layers * kv_heads * 2 * bytes_per_number


def keys_alone(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts one vector for each head, not a key and a value.

    makes: keys_or_values_missing
    """
    shape = (batch, layers, kv_heads, positions, d_head)
    numbers = 1
    for side in shape:
        numbers *= side
    return numbers * bytes_per_number


def batch_left_out(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Ignores the batch.

    makes: batch_ignored
    """
    per_position = sum(2 * kv_heads * d_head for _ in range(layers))
    return int(per_position * bytes_per_number * positions)


def keys_of_one_text(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Counts the keys only, and one text only.

    makes: keys_or_values_missing, batch_ignored
    """
    return layers * kv_heads * d_head * positions * bytes_per_number
