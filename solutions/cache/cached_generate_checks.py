"""A toy model, ways of picking, and the law that a cache does not change the text."""

import numpy as np

from ..scores.softmax_stable import softmax
from ..toy_model import ToyModel, random_table

SIZE, STATES = 6, 53


def toy():
    """Make a model with a vocabulary of six tokens, whose logits depend on the whole text."""
    return ToyModel(random_table(30, STATES, SIZE))


def _row(logits):
    """Return what was given to `pick`, if it is one row of logits.

    Raises:
        ValueError: it is not.
    """
    row = np.asarray(logits)
    if row.shape != (SIZE,):
        raise ValueError(f"pick wants the logits of one position, shape (V,), not {row.shape}")
    return row


def greedy():
    """Make a picker of the best token."""
    return lambda logits: int(np.argmax(_row(logits)))


def second_best():
    """Make a picker of the second best token."""
    return lambda logits: int(np.argsort(-_row(logits))[1])


def sampled():
    """Make a picker that draws with the probabilities; it draws the same tokens each time it is made."""
    rng = np.random.default_rng(29)
    return lambda logits: int(rng.choice(SIZE, p=softmax(_row(logits))))


def same_as_without_a_cache(near, model, prompt, max_tokens, eos, pick):
    """Twice in a row the text is the one that comes out when the whole text goes through the model at every step."""
    args = {"model": model, "prompt": prompt, "max_tokens": max_tokens, "eos": eos, "pick": pick}
    first, second = yield [args, args]
    wanted = _without_a_cache(model.make(), prompt, max_tokens, eos, pick.make())
    for result, which in ((first, "the"), (second, "the second")):
        if not (isinstance(result, list | tuple) and len(result) == 2):
            return "the result is not a pair of the new ids and the reason"
        ids = [int(token) for token in result[0]]
        if (ids, result[1]) != wanted:
            return f"{which} call gave {ids}, {result[1]!r}; without a cache the text is {wanted[0]}, {wanted[1]!r}"
    return None


def _without_a_cache(model, prompt, max_tokens, eos, pick):
    ids = list(prompt)
    for _ in range(max_tokens):
        token = pick(model(ids, model.new_cache())[-1])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
    return ids[len(prompt) :], "max_tokens"
