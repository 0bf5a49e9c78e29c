"""The cost of a loop: count positions and attention pairs, with and without a KV cache."""


def op_counts(P: int, N: int) -> tuple[int, int, int, int]:
    """Return what generating N tokens after a prompt of P tokens costs.

    Args:
        P: tokens in the prompt, 1 or more.
        N: tokens to generate, one pass each, 1 or more.

    Returns:
        naive positions, cached positions, naive attention pairs, cached attention pairs;
        totals over all passes, the pairs for one head of one layer.

    >>> op_counts(2, 3)
    (9, 4, 19, 10)
    """
    raise NotImplementedError  # TODO: write this
