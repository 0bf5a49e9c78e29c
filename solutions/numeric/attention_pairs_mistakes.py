"""Known wrong answers to how many pairs one attention head computes with a cache."""

from ..cost.loop_op_counts import op_counts as _op_counts


def _triangle(length):
    return length * (length + 1) // 2


def same_for_every_token(prompt_length, generated):
    """Every later token was given as many pairs as the prompt has positions.

    The cache grows with each token, so each one looks at one position more than the one before it.
    """
    return _triangle(prompt_length) + (generated - 1) * prompt_length


def no_causal_mask(prompt_length, generated):
    """In the prompt, every position was paired with every other.

    A position looks at itself and at the positions before it. Those after it are masked.
    """
    return prompt_length**2 + sum(prompt_length + step for step in range(1, generated))


def last_token_fed(prompt_length, generated):
    """The last token was counted as if it went through the model.

    It is sampled and then the loop ends. Which token is the last one that is fed?
    """
    return _triangle(prompt_length + generated)


def not_itself(prompt_length, generated):
    """The pair of a position with itself was left out.

    Every position looks at its own key as well, and the first one at nothing else. How many pairs does a prompt of one
    token have?
    """
    return _op_counts(prompt_length, generated)[3] - (prompt_length + generated - 1)


def prefill_left_out(prompt_length, generated):
    """Only the passes after the first were counted.

    The first pass fills the cache, and the positions of the prompt look at each other then.
    """
    return _op_counts(prompt_length, generated)[3] - _triangle(prompt_length)


def no_cache(prompt_length, generated):
    """This is the count without a cache.

    There, every pass computes the pairs of all positions again. With a cache, only the newest position looks back.
    """
    return _op_counts(prompt_length, generated)[2]
