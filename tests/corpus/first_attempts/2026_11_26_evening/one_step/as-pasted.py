"""One step with all settings: from the model's logits to the probabilities that a token is drawn from."""

import numpy as np

PENALTY_LAST_N = 64


def step_probs(
    logits: np.ndarray,
    prompt: list[int],
    generated: list[int],
    *,
    logit_bias: dict[int, float] | None = None,
    repetition_penalty: float = 1.0,
    frequency_penalty: float = 0.0,
    presence_penalty: float = 0.0,
    allowed: list[bool] | None = None,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    min_p: float = 0.0,
) -> np.ndarray:
    """Return the probabilities of the next token: the sampler chain of llama.cpp (penalties, top-k, top-p, min-p, temp)."""
    cur = np.array(logits, dtype=np.float64)

    # logit bias
    for token, bias in (logit_bias or {}).items():
        cur[token] += bias

    # penalties
    token_count: dict[int, int] = {}
    for token in (list(prompt) + list(generated))[-PENALTY_LAST_N:]:
        token_count[token] = token_count.get(token, 0) + 1
    for token, count in token_count.items():
        if cur[token] <= 0:
            cur[token] *= repetition_penalty
        else:
            cur[token] /= repetition_penalty
        cur[token] -= count * frequency_penalty + (count > 0) * presence_penalty

    # grammar
    if allowed is not None:
        cur[~np.asarray(allowed, dtype=bool)] = -np.inf
    if not (cur > -np.inf).any():
        raise ValueError("no candidates")

    # top-k
    order = np.argsort(-cur, kind="stable")
    if top_k > 0:
        order = order[:top_k]

    # top-p
    p = np.exp(cur[order] - cur[order[0]])
    p /= p.sum()
    if top_p < 1.0:
        last = int(np.searchsorted(np.cumsum(p), top_p)) + 1
        order, p = order[:last], p[:last]

    # min-p
    if min_p > 0.0:
        order = order[p >= min_p * p[0]]

    # temp, then softmax
    out = np.zeros_like(cur)
    if temperature <= 0.0:
        out[order[0]] = 1.0
        return out
    e = np.exp((cur[order] - cur[order[0]]) / temperature)
    out[order] = e / e.sum()
    return out
