"""How the memory of a cache grows."""


def doubling(near, layers, kv_heads, d_head, positions, bytes_per_number, batch):
    """Twice the positions take twice the memory, and so do twice as many texts."""
    model = {"layers": layers, "kv_heads": kv_heads, "d_head": d_head, "bytes_per_number": bytes_per_number}
    single, longer, more = yield [
        {**model, "positions": positions, "batch": batch},
        {**model, "positions": 2 * positions, "batch": batch},
        {**model, "positions": positions, "batch": 2 * batch},
    ]
    if not near(longer, 2 * single):
        return f"from {positions} to {2 * positions} positions, the memory went from {single} to {longer}"
    if not near(more, 2 * single):
        return f"from {batch} to {2 * batch} texts, the memory went from {single} to {more}"
    return None
