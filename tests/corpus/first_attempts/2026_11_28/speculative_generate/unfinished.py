import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    ids = list(prompt)
    tc = target.new_cache()
    dc = draft.new_cache()
    calls = proposed = accepted = 0
    while len(ids) < len(prompt) + max_tokens:
        guesses = []
        Q = []
        for i in range(gamma):
            logits = draft((ids + guesses)[dc.length :], dc)
            Q.append(next_distribution(logits[-1], **sampling))
            guesses.append(sample(Q[-1], rng.random()))
        proposed += gamma
        logits = target((ids + guesses)[tc.length :], tc)
        calls += 1
        P = [next_distribution(row, **sampling) for row in logits[-gamma - 1 :]]
        u = [rng.random() for _ in range(gamma)]
        tokens = verify(np.array(P), np.array(Q), guesses, u, rng.random())
        accepted += len(tokens) - 1
        ids.extend(tokens)
        for cache in (tc, dc):
            cache.truncate(min(cache.length, len(ids) - 1))
    # TODO: eos
    return ids[len(prompt) : len(prompt) + max_tokens], {
        "target_calls": calls,
        "proposed": proposed,
        "accepted": accepted,
    }
