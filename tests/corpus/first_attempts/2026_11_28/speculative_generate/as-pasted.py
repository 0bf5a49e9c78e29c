import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    prefix = list(prompt)
    out = []
    stats = {"target_calls": 0, "proposed": 0, "accepted": 0}
    while len(out) < max_tokens:
        # sample gamma guesses from the approximation model
        q_cache, p_cache = draft.new_cache(), target.new_cache()
        x = []
        q = []
        feed = list(prefix)
        for _ in range(gamma):
            logits = draft(feed, q_cache)
            probs = next_distribution(logits[-1], **sampling)
            token = sample(probs, rng.random())
            q.append(probs)
            x.append(token)
            feed = [token]
        # run the target model in parallel
        logits = target(prefix + x, p_cache)
        stats["target_calls"] += 1
        stats["proposed"] += len(x)
        p = np.array([next_distribution(row, **sampling) for row in logits[len(prefix) - 1 :]])
        r = [rng.random() for _ in range(gamma)]
        new = verify(p, np.array(q), x, r, rng.random())
        for n, token in enumerate(new):
            if token == eos:
                return out, stats
            out.append(token)
            prefix.append(token)
            if n < len(new) - 1:
                stats["accepted"] += 1
            if len(out) == max_tokens:
                return out, stats
    return out, stats
