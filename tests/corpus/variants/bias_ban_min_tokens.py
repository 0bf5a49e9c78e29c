"""Right ways to apply bias, bans and a shortest length; the grader must accept every one of them."""

import math

import numpy as np


def variant_one_at_a_time(logits, bias, banned, eos, n_generated, min_tokens):
    """Decide for every token in one comprehension."""

    def is_banned(token):
        return token in banned or (token == eos and n_generated < min_tokens)

    return [-math.inf if is_banned(i) else z + bias.get(i, 0.0) for i, z in enumerate(logits.tolist())]


def variant_added_vectors(logits, bias, banned, eos, n_generated, min_tokens):
    """Build a vector of pushes and one of bans, and add both."""
    push = np.zeros(len(logits))
    for i in bias:
        push[i] = bias[i]
    ban = np.zeros(len(logits))
    for i in banned:
        ban[i] = -np.inf
    if not n_generated >= min_tokens:
        ban[eos] = float("-inf")
    return logits + push + ban


def variant_mask(logits, bias, banned, eos, n_generated, min_tokens):
    """Use a mask and np.where."""
    ids = np.arange(len(logits))
    is_banned = np.isin(ids, banned) | ((ids == eos) & (n_generated < min_tokens))
    return np.where(is_banned, -np.inf, logits + np.array([bias.get(int(i), 0) for i in ids]))


def variant_extended_list(logits, bias, banned, eos, n_generated, min_tokens):
    """Put EOS into a new list of bans."""
    forbidden = set(banned) | ({eos} if min_tokens > n_generated else set())
    z = dict(enumerate(logits.tolist()))
    for i, b in bias.items():
        z[i] = z[i] + b
    for i in forbidden:
        z[i] = -float("inf")
    return tuple(z.values())


def variant_ban_first_and_last(logits, bias, banned, eos, n_generated, min_tokens):
    """Ban first; adding to minus infinity leaves it as it is."""
    z = np.array(logits, dtype=np.float64)
    for i in banned:
        z[i] = -np.inf
    if n_generated < min_tokens:
        z[eos] = -np.inf
    for i, b in bias.items():
        z[i] += b
    return z


def variant_log_of_mask(logits, bias, banned, eos, n_generated, min_tokens):
    """Add the logarithm of a mask of ones and zeros."""
    allowed = np.ones(len(logits))
    allowed[np.array([*banned], dtype=int)] = 0
    allowed[eos] *= n_generated >= min_tokens
    z = logits.copy()
    ids = np.array(list(bias.keys()), dtype=int)
    z[ids] += np.array(list(bias.values()), dtype=float)
    with np.errstate(divide="ignore"):
        return z + np.log(allowed)


def variant_float32(logits, bias, banned, eos, n_generated, min_tokens):
    """Compute in float32."""
    z = logits.astype(np.float32)
    for i, b in bias.items():
        z[i] += np.float32(b)
    for i in [*banned, *([eos] if n_generated < min_tokens else [])]:
        z[i] = -np.inf
    return z
