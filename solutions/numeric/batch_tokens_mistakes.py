"""Known wrong answers to how many tokens a second a batch gets."""


def times_added(texts, memory_ms, compute_ms):
    """The two times were added up.

    Reading and computing happen at the same time. A step is over when the slower one is done.
    """
    return 1000 * texts / (memory_ms + texts * compute_ms)


def smaller_time(texts, memory_ms, compute_ms):
    """The smaller one of the two times was taken, or only one was counted.

    A step needs both, reading and arithmetic, so it takes as long as the slower one.
    """
    return 1000 * texts / min(memory_ms, texts * compute_ms)


def weights_read_for_each(texts, memory_ms, compute_ms):
    """The weights were read once for each text.

    They are read once in a step, for all texts in it. This is the gain of a batch.
    """
    return 1000 / max(memory_ms, compute_ms)


def per_millisecond(texts, memory_ms, compute_ms):
    """These are tokens in a millisecond.

    A second has a thousand of them.
    """
    return texts / max(memory_ms, texts * compute_ms)


def steps_a_second(texts, memory_ms, compute_ms):
    """These are steps in a second.

    Each step gives every text a token.
    """
    return 1000 / max(memory_ms, texts * compute_ms)
