"""Right ways to compute the memory of a cache; the grader must accept every one of them."""

import math
from functools import reduce
from operator import mul

import numpy as np


def variant_product(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Write the product down."""
    return 2 * layers * kv_heads * d_head * positions * bytes_per_number * batch


def variant_math_prod(*arguments):
    """Multiply whatever is given with 2."""
    return math.prod(arguments, start=2)


def variant_per_token_first(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Say what one token takes first."""
    per_layer = (d_head + d_head) * kv_heads * bytes_per_number
    per_token = per_layer * layers
    return per_token * (positions * batch)


def variant_numpy_product(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Let numpy multiply; a numpy integer comes back."""
    return np.prod(np.array([2, layers, kv_heads, d_head, positions, bytes_per_number, batch], dtype=np.int64))


def variant_bits_and_back(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Count bits and divide by eight."""
    bits = 2 * batch * positions * layers * kv_heads * d_head * (8 * bytes_per_number)
    return bits // 8


def variant_sum_over_layers(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Add up layers, heads and the two kinds of vectors in loops."""
    total = 0
    for _layer in range(layers):
        for _head in range(kv_heads):
            for _kind in ("key", "value"):
                total += d_head * positions * bytes_per_number * batch
    return total


def variant_shape_of_an_array(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Ask numpy how large an array of that shape would be, without making it."""
    shape = (2, batch, layers, kv_heads, positions, d_head)
    item = np.empty((), dtype=f"V{bytes_per_number}")
    return np.broadcast_to(item, shape).size * item.itemsize


def variant_reduce(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """Fold the factors."""
    return reduce(mul, [batch, layers, 2, kv_heads, positions, d_head, bytes_per_number])
