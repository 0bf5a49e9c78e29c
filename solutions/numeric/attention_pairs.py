"""How many pairs one attention head computes with a cache."""

from ..cost.loop_op_counts import op_counts

KIND = "count"


def draw(rng):
    """Draw the length of a short prompt and how many tokens are generated."""
    return {"prompt_length": rng.integer(4, 20), "generated": rng.integer(3, 12)}


def answer(keep, prompt_length, generated):
    """Return the reference's pairs with a cache, over all passes."""
    total = op_counts(prompt_length, generated)[3]
    prefill = keep("pairs of the prefill", op_counts(prompt_length, 1)[3])
    keep("pairs of the last pass", prompt_length + generated - 1)
    keep("pairs of all passes after the prefill", total - prefill)
    return total
