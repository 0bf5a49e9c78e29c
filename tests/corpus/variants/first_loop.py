"""Right ways to write the loop; the grader must accept every one of them."""

import numpy as np


def variant_copy(model, prompt, max_tokens, eos):
    """Append to a copy of the prompt and cut it off at the end."""
    ids = list(prompt)
    while len(ids) < len(prompt) + max_tokens:
        token = int(np.argmax(model(ids)))
        if token == eos:
            break
        ids.append(token)
    return ids[len(prompt) :]


def variant_by_hand(model, prompt, max_tokens, eos):
    """Look for the largest logit by hand."""
    new = []
    while len(new) < max_tokens:
        logits = model(prompt + new)
        best = 0
        for token in range(len(logits)):
            if logits[token] > logits[best]:
                best = token
        if best == eos:
            return new
        new += [best]
    return new


def variant_arrays(model, prompt, max_tokens, eos):
    """Keep the ids in an array; an array comes back."""
    ids = np.array(prompt)
    for _ in range(max_tokens):
        token = np.argmax(model(ids))
        if token == eos:
            break
        ids = np.append(ids, token)
    return ids[len(prompt) :]


def variant_recursive(model, prompt, max_tokens, eos):
    """One round, and then itself for the rest."""
    if max_tokens == 0:
        return []
    logits = list(model(prompt))
    token = logits.index(max(logits))
    return [] if token == eos else [token, *variant_recursive(model, [*prompt, token], max_tokens - 1, eos)]


def variant_sorted(model, prompt, max_tokens, eos):
    """Sort the ids by logit; a stable sort keeps the lowest id first."""
    new = []
    for _ in range(max_tokens):
        logits = model([*prompt, *new])
        token = sorted(range(len(logits)), key=lambda i: -logits[i])[0]
        if token == eos:
            break
        new.append(token)
    return new
