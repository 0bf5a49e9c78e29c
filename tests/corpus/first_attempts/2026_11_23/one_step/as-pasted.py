from collections import Counter

import numpy as np


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def step_probs(logits, prompt, generated, *, logit_bias=None, repetition_penalty=1.0, frequency_penalty=0.0,
               presence_penalty=0.0, allowed=None, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0):
    # vllm/v1/sample/sampler.py
    logits = np.array(logits, dtype=np.float64)
    # Apply allowed token ids.
    if allowed is not None:
        logits[~np.array(allowed, dtype=bool)] = -float("inf")
    if np.all(np.isneginf(logits)):
        raise ValueError("no token")
    # Apply logits bias.
    for token_id, bias in (logit_bias or {}).items():
        logits[token_id] += bias
    # Penalties.
    output_counts = Counter(generated)
    for t in set(prompt) | set(generated):
        logits[t] = logits[t] / repetition_penalty if logits[t] > 0 else logits[t] * repetition_penalty
    for t, c in output_counts.items():
        logits[t] -= frequency_penalty * c
        logits[t] -= presence_penalty * (c > 0)
    if temperature < 1e-5:
        out = np.zeros(len(logits))
        out[int(logits.argmax())] = 1.0
        return out
    # Apply temperature.
    logits = logits / temperature
    # Apply min_p.
    probs = softmax(logits)
    logits[probs < min_p * probs.max()] = -float("inf")
    # Apply top_k and/or top_p.
    if top_k > 0:
        logits_sort = np.sort(logits)
        kth = logits_sort[max(len(logits) - top_k, 0)]
        logits[logits < kth] = -float("inf")
    if top_p < 1.0:
        idx = np.argsort(logits, kind="stable")
        probs_sum = np.cumsum(softmax(logits)[idx])
        top_p_mask = probs_sum <= 1 - top_p
        top_p_mask[-1] = False  # at least one
        logits[idx[top_p_mask]] = -float("inf")
    return softmax(logits)
