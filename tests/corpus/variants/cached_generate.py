"""Right ways to generate with a cache; the grader must accept every one of them."""

import itertools

import numpy as np


def variant_prefill_first(model, prompt, max_tokens, eos, pick):
    """Prefill before the loop, and feed at its start from the second round on."""
    if max_tokens <= 0:
        raise ValueError("max_tokens")
    cache = model.new_cache()
    logits = model(list(prompt), cache)[-1]
    out = []
    while len(out) < max_tokens:
        if out:
            logits = model([out[-1]], cache)[-1]
        token = pick(logits)
        if token == eos:
            return out, "eos"
        out.append(token)
    return out, "max_tokens"


def variant_while_true(model, prompt, max_tokens, eos, pick):
    """Test all endings inside the loop; numpy integers and a list instead of a tuple come back."""
    if max_tokens < 1:
        raise ValueError(f"{max_tokens} tokens")
    cache, new, feed = model.new_cache(), [], prompt[:]
    while True:
        rows = model(feed, cache)
        token = pick(rows[len(rows) - 1])
        if token == eos:
            return [new, "eos"]
        new.append(np.int64(token))
        if len(new) >= max_tokens:
            return [new, "max_tokens"]
        feed = [token]


def variant_generator(model, prompt, max_tokens, eos, pick):
    """Let a generator yield tokens, and cut it off."""
    if max_tokens < 1:
        raise ValueError

    def tokens():
        cache = model.new_cache()
        token = pick(model(prompt, cache)[-1])
        while token != eos:
            yield token
            token = pick(model([token], cache)[-1])

    out = list(itertools.islice(tokens(), max_tokens))
    return out, "max_tokens" if len(out) == max_tokens else "eos"


def variant_cache_length(model, prompt, max_tokens, eos, pick):
    """Feed everything beyond the cache's length; ids go as arrays."""
    if not max_tokens > 0:
        raise ValueError("at least one token")
    cache = model.new_cache()
    ids = list(prompt)
    for _ in range(max_tokens):
        ids.append(pick(model(np.array(ids[cache.length :]), cache)[-1]))
        if ids[-1] == eos:
            return ids[len(prompt) : -1], "eos"
    return ids[len(prompt) :], "max_tokens"


def variant_recursion(model, prompt, max_tokens, eos, pick):
    """Call oneself for the rest of the text; keyword arguments go to the model."""
    if max_tokens < 1:
        raise ValueError("max_tokens is too small")

    def rest(cache, unseen, left):
        token = int(pick(model(ids=unseen, cache=cache)[-1]))
        if token == eos:
            return (), "eos"
        if left == 1:
            return (token,), "max_tokens"
        more, reason = rest(cache, (token,), left - 1)
        return (token, *more), reason

    return rest(model.new_cache(), tuple(prompt), max_tokens)


def variant_for_else(model, prompt, max_tokens, eos, pick):
    """Use the else branch of the loop."""
    if max_tokens < 1:
        raise ValueError("nothing to generate")
    cache = model.new_cache()
    text, pending, reason = [], prompt, "eos"
    for _step in range(max_tokens):
        logits = np.asarray(model(pending, cache))[-1, :]
        choice = pick(logits)
        if choice == eos:
            break
        pending = [choice]
        text += pending
    else:
        reason = "max_tokens"
    return text, reason


class _Writer:
    def __init__(self, model, pick):
        self.model, self.pick, self.cache = model, pick, model.new_cache()

    def after(self, ids):
        return self.pick(self.model(ids, self.cache)[-1])


def variant_object(model, prompt, max_tokens, eos, pick):
    """Keep model, cache and picker in an object."""
    if max_tokens < 1:
        raise ValueError("max_tokens")
    writer, out = _Writer(model, pick), []
    token = writer.after(prompt)
    while token != eos and len(out) + 1 < max_tokens:
        out.append(token)
        token = writer.after([token])
    return (out, "eos") if token == eos else ([*out, token], "max_tokens")
