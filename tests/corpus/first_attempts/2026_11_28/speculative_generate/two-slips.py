import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    certain = list(prompt)
    target_cache = target.new_cache()
    draft_cache = draft.new_cache()
    counts = {"target_calls": 0, "proposed": 0, "accepted": 0}
    while len(certain) - len(prompt) < max_tokens:
        g = min(gamma, max_tokens - (len(certain) - len(prompt)) - 1)
        drafts, Q = [], []
        for _ in range(g):
            row = draft((certain + drafts)[draft_cache.length :], draft_cache)[-1]
            q = next_distribution(row, **sampling)
            drafts.append(sample(q, rng.random()))
            Q.append(q)
        counts["proposed"] += g
        logits = target((certain + drafts)[target_cache.length :], target_cache)
        counts["target_calls"] += 1
        P = np.array([next_distribution(row, **sampling) for row in logits[-(g + 1) :]])
        tokens = verify(P, np.array(Q), drafts, [rng.random() for _ in range(g)], rng.random())
        counts["accepted"] += len(tokens) - 1
        certain += tokens
        target_cache.truncate(len(certain) - 1)
        if eos in tokens:
            break
    new = certain[len(prompt) :]
    if eos in new:
        new = new[: new.index(eos)]
    return new[:max_tokens], counts
