"""Right ways to take one step with all settings; the grader must accept every one of them."""

from collections import Counter

import numpy as np
from bias_ban_min_tokens import shape_logits
from frequency_presence import frequency_presence as count
from repetition_penalty import repetition_penalty as repeat
from sampler_pipeline import next_distribution


def _sampled(z, temperature, top_k, top_p, min_p):
    """Apply temperature and filters with one order of the tokens."""
    if not np.isfinite(z).any():
        raise ValueError("nothing is left")
    order = np.argsort(-z, kind="stable")
    if temperature == 0:
        return np.eye(len(z))[order[0]]
    z = z[order] / temperature
    p = np.exp(z - z[0])
    p[top_k or len(p) :] = 0
    p /= p.sum()
    if top_p < 1:
        p[1:][np.cumsum(p)[:-1] >= top_p] = 0
        p /= p.sum()
    p[p < min_p * p[0]] = 0
    result = np.empty_like(p)
    result[order] = p / p.sum()
    return result


def variant_imports(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Call the earlier functions one after the other."""
    z = shape_logits(logits, logit_bias or {}, [], 0, 0, 0)
    z = repeat(z, prompt + generated, repetition_penalty)
    z = count(z, prompt, generated, frequency_penalty, presence_penalty)
    if allowed is not None:
        z = shape_logits(z, {}, [int(each) for each in np.flatnonzero(~np.array(allowed))], 0, 0, 0)
    if np.all(z == -np.inf):
        raise ValueError("no token may come")
    return next_distribution(z, temperature, top_k, top_p, min_p)


def variant_by_hand(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Write every step anew, with loops."""
    z = [float(each) for each in logits]
    for token, bias in (logit_bias or {}).items():
        z[token] += bias
    for token in set(prompt) | set(generated):
        z[token] = z[token] * repetition_penalty if z[token] < 0 else z[token] / repetition_penalty
    for token, times in Counter(generated).items():
        z[token] -= times * frequency_penalty + presence_penalty
    may_come = [True] * len(z) if allowed is None else allowed
    z = np.array([each if may else -np.inf for each, may in zip(z, may_come, strict=True)])
    return _sampled(z, temperature, top_k, top_p, min_p)


def variant_vectors(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Count with numpy."""
    z, size = np.array(logits, dtype=float), len(logits)
    for token in logit_bias or ():
        z[token] += logit_bias[token]
    counts = np.bincount(np.array(generated, dtype=int), minlength=size)
    seen = (counts + np.bincount(np.array(prompt, dtype=int), minlength=size)) > 0
    z = np.where(seen, z * np.where(z < 0, repetition_penalty, 1 / repetition_penalty), z)
    z -= counts * frequency_penalty + (counts > 0) * presence_penalty
    if allowed is not None:
        z[~np.asarray(allowed, dtype=bool)] = -np.inf
    return _sampled(z, temperature, top_k, top_p, min_p)


def variant_mask_first(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Forbid before anything else: minus infinity stays what it is."""
    z = np.where(True if allowed is None else allowed, logits, -np.inf)
    if z.max() == -np.inf:
        raise ValueError("no token may come")
    for token, bias in (logit_bias or {}).items():
        z[token] = z[token] + bias
    z = repeat(z, [*prompt, *generated], repetition_penalty)
    return next_distribution(
        count(z, prompt, generated, frequency_penalty, presence_penalty), temperature, top_k, top_p, min_p
    )


def variant_smaller_vocabulary(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Choose among the allowed tokens only, and put the rest back as zeros."""
    z = repeat(shape_logits(logits, logit_bias or {}, [], 0, 0, 0), prompt + generated, repetition_penalty)
    z = count(z, prompt, generated, frequency_penalty, presence_penalty)
    left = np.arange(len(z)) if allowed is None else np.flatnonzero(allowed)
    left = left[np.isfinite(z[left])]
    if not len(left):
        raise ValueError("no token may come")
    p = np.zeros(len(z))
    p[left] = next_distribution(z[left], temperature, top_k, top_p, min_p)
    return p.tolist()
