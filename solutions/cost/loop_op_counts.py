"""The cost of a loop: count positions and attention pairs, with and without a KV cache."""


def op_counts(P: int, N: int) -> tuple[int, int, int, int]:
    """Return what generating N tokens after a prompt of P tokens costs.

    Pass i, counted from 0, has P + i tokens in front of it: the naive loop feeds all of them, the cached one those that
    are new: P in pass 0, then one.

    Args:
        P: tokens in the prompt, 1 or more.
        N: tokens to generate, one pass each, 1 or more.

    Returns:
        naive positions, cached positions, naive attention pairs, cached attention pairs;
        totals over all passes, the pairs for one head of one layer.

    >>> op_counts(2, 3)
    (9, 4, 19, 10)

    Source: counting under the causal mask of Vaswani et al. 2017, Attention is all you need, section 3.2.3.
    """
    lengths = range(P, P + N)  # of the text at each pass; the newest token is fed at the next one, the last never
    naive_positions = sum(lengths)  # N·P + N(N - 1)/2
    naive_pairs = sum(length * (length + 1) // 2 for length in lengths)
    cached_positions = P + (N - 1)  # the prefill, then one position for each later pass
    cached_pairs = P * (P + 1) // 2 + sum(lengths[1:])
    return naive_positions, cached_positions, naive_pairs, cached_pairs
