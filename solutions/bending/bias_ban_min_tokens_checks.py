"""Laws of bias and bans, and random settings that are easy to read."""

import numpy as np

from ..scores.temperature_rescaling import temperature_probs


def settings(rng, size):
    """Draw logits in quarters, small biases, some bans, and a length near the shortest one allowed."""
    eos, possible = (int(token) for token in rng.choice(size, 2, replace=False))
    tokens = rng.permutation(size).tolist()
    bias = {token: float(rng.integers(-16, 17)) / 4 for token in tokens[: int(rng.integers(0, 4))]}
    if rng.random() < 0.3:
        bias[eos] = 100.0
    banned = [token for token in rng.integers(0, size, int(rng.integers(0, 4))).tolist() if token != possible]
    min_tokens = int(rng.integers(0, 7))
    return {
        "logits": rng.integers(-20, 21, size) / 4 - (30.0 if rng.random() < 0.2 else 0.0),
        "bias": bias,
        "banned": banned,
        "eos": eos,
        "n_generated": max(0, min_tokens + int(rng.integers(-2, 3))),
        "min_tokens": min_tokens,
    }


def bans_are_exact(near, logits, bias, banned, eos, n_generated, min_tokens):
    """Without a bias, banned tokens get probability exactly 0, and all others keep their ratios."""
    (shaped,) = yield [
        {
            "logits": logits,
            "bias": {},
            "banned": banned,
            "eos": eos,
            "n_generated": n_generated,
            "min_tokens": min_tokens,
        }
    ]
    forbidden = {*banned, eos} if n_generated < min_tokens else set(banned)
    if np.isnan(shaped).any() or np.isposinf(shaped).any() or np.isneginf(shaped).all():
        return "no probabilities can be made of these logits"
    p = temperature_probs(shaped, 1.0)
    possible = [token for token in forbidden if p[token] > 0]
    if possible:
        return f"token {possible[0]} is banned, but its probability is {p[possible[0]]:.4g}"
    allowed = [token for token in range(len(logits)) if token not in forbidden]
    lost = [token for token in allowed if p[token] == 0 and shaped[token] == -np.inf]
    if lost:
        return f"token {lost[0]} is not banned, but its probability is 0"
    if near(p[allowed], temperature_probs(logits[allowed], 1.0)):
        return None
    return "the tokens that are not banned no longer have the ratios they had"
