"""Known wrong answers to how long an answer takes."""


def first_token_twice(first_ms, each_ms, generated):
    """One of the short steps too many was counted.

    The first token is there when the first stretch of time is over. How many tokens are still to come then?
    """
    return first_ms + generated * each_ms


def no_waiting(each_ms, generated):
    """The wait for the first token was left out.

    Before it can come, the whole prompt has to go through the model.
    """
    return generated * each_ms


def later_tokens_only(each_ms, generated):
    """Only the tokens after the first were counted.

    The clock starts with the request, and the first token takes longest.
    """
    return (generated - 1) * each_ms


def all_like_the_first(first_ms, generated):
    """Every token was given the time of the first.

    The first one has to wait for the whole prompt. With the cache, each later step handles one position only.
    """
    return first_ms * generated


def one_step_too_few(first_ms, each_ms, generated):
    """One of the short steps is missing.

    Count the pauses for three tokens: one lies before the second token, and one before the third.
    """
    return first_ms + (generated - 2) * each_ms
