"""One list of certain ids and two caches."""

import numpy as np

from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    text, goal = list(prompt), len(prompt) + max_tokens
    for_target, for_draft = target.new_cache(), draft.new_cache()
    calls = accepted = 0
    while True:
        ahead, chances = [], []
        for _ in range(gamma):
            row = draft((text + ahead)[for_draft.length :], for_draft)[-1]
            chances.append(next_distribution(row, **sampling))
            ahead.append(sample(chances[-1], rng.random()))
        rows = target((text + ahead)[for_target.length :], for_target)[-gamma - 1 :]
        wanted = np.array([next_distribution(row, **sampling) for row in rows])
        judges = [rng.random() for _ in ahead]
        block = verify(wanted, np.array(chances), ahead, judges, rng.random())
        calls, accepted = calls + 1, accepted + len(block) - 1
        for token in block:
            if token != eos:
                text.append(token)
            if token == eos or len(text) == goal:
                return text[len(prompt) :], {"target_calls": calls, "proposed": calls * gamma, "accepted": accepted}
        for cache in (for_target, for_draft):
            cache.truncate(min(cache.length, len(text) - 1))
