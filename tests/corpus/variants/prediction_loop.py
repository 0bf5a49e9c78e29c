"""Right ways to write the loop; the grader must accept every one of them."""

from itertools import count

import numpy as np


def variant_copy(model, prompt, max_tokens, eos, pick):
    """Append to a copy of the prompt and cut it off at the end."""
    if max_tokens < 1:
        raise ValueError("max_tokens")
    ids = list(prompt)
    for _ in range(max_tokens):
        token = pick(model(ids)[-1])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
    return ids[len(prompt) :], "max_tokens"


def variant_while(model, prompt, max_tokens, eos, pick):
    """Count down; the result comes back as a list of two."""
    if max_tokens <= 0:
        raise ValueError
    new, reason = [], "max_tokens"
    while len(new) < max_tokens:
        logits = model(prompt + new)[len(prompt) + len(new) - 1]
        token = pick(logits)
        if token == eos:
            reason = "eos"
            break
        new += [token]
    return [new, reason]


def variant_arrays(model, prompt, max_tokens, eos, pick):
    """Keep the ids in an array; an array comes back."""
    if not max_tokens >= 1:
        raise ValueError(max_tokens)
    ids = np.array(prompt)
    for _ in range(max_tokens):
        token = pick(np.asarray(model(ids))[-1, :])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids = np.append(ids, token)
    return ids[len(prompt) :], "max_tokens"


def variant_recursive(model, prompt, max_tokens, eos, pick):
    """One round, and then itself for the rest."""
    if max_tokens < 1:
        raise ValueError("nothing to do")
    token = pick(model(prompt)[-1])
    if token == eos:
        return [], "eos"
    if max_tokens == 1:
        return [token], "max_tokens"
    rest, reason = variant_recursive(model, [*prompt, token], max_tokens - 1, eos, pick)
    return [token, *rest], reason


def variant_generator(model, prompt, max_tokens, eos, pick):
    """A generator of tokens inside; tuples of ids go to the model, a tuple comes back."""
    if max_tokens < 1:
        raise ValueError("max_tokens must be positive")

    def tokens():
        ids = tuple(prompt)
        while True:
            token = pick(model(ids)[-1])
            yield token
            ids += (token,)

    new = []
    for number, token in zip(range(1, max_tokens + 1), tokens(), strict=False):
        if token == eos:
            return tuple(new), "eos"
        new.append(np.int64(token))
        if number == max_tokens:
            break
    return tuple(new), "max_tokens"


def variant_endless_with_breaks(model, prompt, max_tokens, eos, pick):
    """An endless loop with two ways out; keyword arguments for the model and the choice."""
    if max_tokens < 1:
        raise ValueError
    ids = [*prompt]
    for sampled in count(1):
        rows = model(ids=ids)
        token = pick(logits=rows[-1].tolist())
        if token == eos:
            why = "eos"
            break
        ids = [*ids, token]
        if sampled >= max_tokens:
            why = "max_tokens"
            break
    return ids[len(prompt) : len(ids)], why
