"""What a loop costs: count positions and attention pairs, with and without a KV cache."""


def op_counts(P: int, N: int) -> tuple[int, int, int, int]:
    """Return what generating N tokens after a prompt of P tokens costs.

    Args:
        P: tokens in the prompt, 1 or more.
        N: tokens to generate, one pass each, 1 or more.

    Returns:
        naive positions, cached positions, naive attention pairs, cached attention pairs;
        totals over all passes, the pairs for one head of one layer.

    >>> op_counts(3, 2)
    (7, 4, 16, 10)
    """
    naive_pos = 0
    cached_pos = 0
    for i in range(N):
        naive_pos += P + i
        cached_pos += P if i == 0 else 1
    # TODO attention pairs
    naive_pairs = 0
    cached_pairs = 0
    return naive_pos, cached_pos, naive_pairs, cached_pairs
