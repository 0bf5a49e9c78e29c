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
    lengths = [P + i for i in range(1, N + 1)]
    naive = sum(lengths)
    cached = lengths[0] + N - 1
    pairs = sum(L * (L - 1) // 2 for L in lengths)
    pairs_cached = lengths[0] * (lengths[0] - 1) // 2 + sum(L - 1 for L in lengths[1:])
    return naive, cached, pairs, pairs_cached
