"""Typical wrong versions of replying with a cache."""

import numpy as np


def no_reuse(model, prompt, count):
    """Every token is computed with a new cache.

    The result is right, and the whole text goes through the model each time. Make one cache.
    """
    ids, cache = list(prompt), None
    for _ in range(count):
        cache = model.new_cache()
        ids.append(int(np.argmax(model(ids, cache))))
    cache.truncate(len(prompt))
    return ids[len(prompt) :]


def one_too_many(model, prompt, count):
    """The last token goes through the model too.

    Nobody looks at what comes after it. Count the calls.
    """
    cache = model.new_cache()
    new, tokens = list(prompt), []
    for _ in range(count):
        tokens.append(int(np.argmax(model(new, cache))))
        new = tokens[-1:]
    model(new, cache)
    cache.truncate(len(prompt))
    return tokens


def never_truncates(model, prompt, count):
    """The cache is left longer than the prompt.

    Look at the last sentence of the task.
    """
    cache = model.new_cache()
    new, tokens = list(prompt), []
    for _ in range(count):
        tokens.append(int(np.argmax(model(new, cache))))
        new = tokens[-1:]
    return tokens
