"""How many positions go through the model, first without a cache and then with one."""

from ..cost.loop_op_counts import op_counts

KIND = "counts"


def draw(rng):
    """Draw the length of a prompt and how many tokens are generated."""
    return {"prompt_length": 10 * rng.integer(5, 60), "generated": 10 * rng.integer(2, 15)}


def answer(keep, prompt_length, generated):
    """Return the reference's two counts of positions, over all passes."""
    longest = prompt_length + generated - 1
    keep("length of the first pass", prompt_length)
    keep("length of the last pass without a cache", longest)
    without, cached, _, _ = op_counts(prompt_length, generated)
    return [without, cached]
