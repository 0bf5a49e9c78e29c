"""Known wrong answers to how many positions go through the model."""

from ..cost.loop_op_counts import op_counts as _op_counts


def _counts(prompt_length, generated):
    """Return the two right counts."""
    return list(_op_counts(prompt_length, generated)[:2])


def last_token_fed(prompt_length, generated):
    """With the cache, one position too many was counted.

    The last token is sampled and then nothing follows, so it never goes in. Count for one generated token: which
    positions went through the model?
    """
    return [_counts(prompt_length, generated)[0], prompt_length + generated]


def every_pass_at_full_length(prompt_length, generated):
    """Without a cache, every pass was counted as long as the finished text.

    The text grows by one token with each pass, so the first passes are shorter than the last.
    """
    return [generated * (prompt_length + generated), _counts(prompt_length, generated)[1]]


def every_pass_at_the_prompts_length(prompt_length, generated):
    """Without a cache, every pass was counted as long as the prompt.

    Each generated token goes in as well, at the next pass. So the passes get longer and longer.
    """
    return [generated * prompt_length, _counts(prompt_length, generated)[1]]


def prompt_forgotten(prompt_length, generated):
    """Without a cache, only the generated tokens were counted.

    The prompt goes through the model again with every pass, and mostly it is the longer part.
    """
    return [generated * (generated + 1) // 2, _counts(prompt_length, generated)[1]]


def one_token_too_long(prompt_length, generated):
    """Without a cache, every pass was counted one token too long.

    The first pass sees the prompt and nothing else. Write down the lengths of the first three passes.
    """
    return [_counts(prompt_length, generated)[0] + generated, _counts(prompt_length, generated)[1]]


def no_prefill(prompt_length, generated):
    """With the cache, the prompt was not counted.

    The cache is empty at first. The first pass has to fill it, so each position of the prompt goes through the model
    once.
    """
    return [_counts(prompt_length, generated)[0], generated]


def cache_everywhere(prompt_length, generated):
    """Both counts are the one with the cache.

    Without a cache nothing is remembered from one pass to the next. What has to go in again?
    """
    return [_counts(prompt_length, generated)[1]] * 2
