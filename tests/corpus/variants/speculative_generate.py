"""Right ways to decode speculatively; the grader must accept every one of them."""

import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def variant_slices(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Feed what each cache lacks, and cut both after every round."""
    ids, stats = prompt[:], {"target_calls": 0, "proposed": 0, "accepted": 0}
    caches = [target.new_cache(), draft.new_cache()]
    while len(ids) - len(prompt) < max_tokens:
        drafted, Q = [], []
        while len(drafted) < gamma:
            row = draft((ids + drafted)[caches[1].length :], caches[1])[-1]
            q = next_distribution(row, **sampling)
            drafted.append(sample(q, rng.random()))
            Q.append(q)
        rows = target((ids + drafted)[caches[0].length :], caches[0])
        P = np.stack([next_distribution(row, **sampling) for row in rows[len(rows) - gamma - 1 :]])
        new = verify(P, np.array(Q), drafted, list(rng.random(gamma)), rng.random())
        stats = {
            "target_calls": stats["target_calls"] + 1,
            "proposed": stats["proposed"] + gamma,
            "accepted": stats["accepted"] + len(new) - 1,
        }
        ids += new
        if eos in ids[len(prompt) :]:
            return ids[len(prompt) : len(prompt) + ids[len(prompt) :].index(eos)][:max_tokens], stats
        for cache in caches:
            if cache.length >= len(ids):
                cache.truncate(len(ids) - 1)
    return ids[len(prompt) :][:max_tokens], stats


def variant_random_numbers_first(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Draw all random numbers of a round at its start."""
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    text, calls, accepted = list(prompt), 0, 0
    out = []
    while True:
        u_pick, u, luck = rng.random(), rng.random(gamma), rng.random(gamma)
        Q, drafted = [], []
        for number in luck:
            logits = draft([*text, *drafted][draft_cache.length :], draft_cache)
            Q.append(next_distribution(logits[-1], **sampling))
            drafted.append(sample(Q[-1], float(number)))
        logits = target([*text, *drafted][target_cache.length :], target_cache)[-(gamma + 1) :]
        calls += 1
        tokens = verify([next_distribution(row, **sampling) for row in logits], Q, drafted, u.tolist(), u_pick)
        accepted += len(tokens) - 1
        for token in tokens:
            if token == eos or len(out) == max_tokens:
                return out, {"target_calls": calls, "proposed": calls * gamma, "accepted": accepted}
            out.append(token)
        if len(out) == max_tokens:
            return out, {"target_calls": calls, "proposed": calls * gamma, "accepted": accepted}
        text = [*prompt, *out]
        draft_cache.truncate(min(draft_cache.length, len(text) - 1))
        target_cache.truncate(len(text) - 1)


def variant_counts_what_was_kept(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Keep track of what each model has not seen instead of asking for lengths; numpy integers come back."""
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    waiting, pending = list(prompt), list(prompt)  # not seen by the target; not seen by the draft
    known, out = 0, []  # positions that the target's cache keeps
    stats = dict.fromkeys(("target_calls", "proposed", "accepted"), 0)
    is_over = False
    while not is_over:
        Q, drafted = [], []
        for _ in range(gamma):
            Q.append(next_distribution(draft(pending, draft_cache)[-1], **sampling))
            drafted.append(sample(Q[-1], rng.random()))
            pending = [drafted[-1]]
        P = [next_distribution(row, **sampling) for row in target(waiting + drafted, target_cache)][-gamma - 1 :]
        new = verify(np.array(P), np.array(Q), drafted, [rng.random() for _ in range(gamma)], rng.random())
        known += len(waiting) + len(new) - 1
        target_cache.truncate(known)
        if gamma:
            seen = min(known, draft_cache.length)
            draft_cache.truncate(seen)
            pending = [drafted[-1], new[-1]] if seen < known else new[-1:]
        waiting = new[-1:]
        stats["target_calls"] += 1
        stats["proposed"] += gamma
        stats["accepted"] += len(new) - 1
        for token in new:
            is_over = is_over or token == eos
            if not is_over:
                out.append(np.int64(token))
                is_over = len(out) == max_tokens
    return out, stats


def _kept(P, Q, drafted, rng):
    """Verify without the earlier exercises, drawing random numbers only where they are needed."""
    for row, token in enumerate(drafted):
        if rng.random() * Q[row][token] < P[row][token]:
            continue
        rest = np.maximum(P[row] - Q[row], 0)
        return [*drafted[:row], _drawn(rest / rest.sum(), rng)]
    return [*drafted, _drawn(P[-1], rng)]


def _drawn(p, rng):
    return min(int(np.searchsorted(np.cumsum(p), rng.random(), side="right")), int(np.flatnonzero(p)[-1]))


def variant_own_verification(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Import the sampler only, and verify with fewer random numbers."""
    ids, stats = list(prompt), {"target_calls": 0, "proposed": 0, "accepted": 0}
    of_target, of_draft = target.new_cache(), draft.new_cache()
    while True:
        Q, drafted = [], []
        for _ in range(gamma):
            Q.append(next_distribution(draft((ids + drafted)[of_draft.length :], of_draft)[-1], **sampling))
            drafted.append(_drawn(Q[-1], rng))
        rows = target((ids + drafted)[of_target.length :], of_target)[-gamma - 1 :]
        new = _kept([next_distribution(row, **sampling) for row in rows], Q, drafted, rng)
        stats["target_calls"] += 1
        stats["proposed"] += gamma
        stats["accepted"] += len(new) - 1
        allowed = new[: new.index(eos)] if eos in new else new
        ids = (ids + allowed)[: len(prompt) + max_tokens]
        if eos in new or len(ids) == len(prompt) + max_tokens:
            return ids[len(prompt) :], stats
        of_target.truncate(len(ids) - 1)
        of_draft.truncate(min(len(ids) - 1, of_draft.length))


def _propose(draft, cache, ids, gamma, rng, sampling):
    for _ in range(gamma):
        q = next_distribution(draft(ids[cache.length :], cache)[-1], **sampling)
        token = sample(q, rng.random())
        ids = [*ids, token]
        yield token, q


def variant_generator(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Let generators propose and commit tokens; a list with two items comes back."""
    stats = {"accepted": 0, "proposed": 0, "target_calls": 0}

    def tokens():
        ids = list(prompt)
        big, small = target.new_cache(), draft.new_cache()
        while True:
            pairs = list(_propose(draft, small, ids, gamma, rng, sampling))
            drafted, Q = [token for token, _ in pairs], [q for _, q in pairs]
            rows = target([*ids, *drafted][big.length :], big)
            P = np.array([next_distribution(row, **sampling) for row in rows])[-gamma - 1 :]
            new = verify(P, Q, drafted, [rng.random() for _ in drafted], rng.random())
            stats["target_calls"] += 1
            stats["proposed"] += gamma
            stats["accepted"] += len(new) - 1
            yield from new
            ids += new
            for cache in (big, small):
                cache.truncate(min(cache.length, len(ids) - 1))

    out = []
    for token in tokens():
        if token == eos:
            break
        out.append(token)
        if len(out) == max_tokens:
            break
    return [out, stats]


class _Reader:
    """A model with its cache."""

    def __init__(self, model, sampling):
        self.model, self.cache, self.sampling = model, model.new_cache(), sampling

    def read(self, ids, count):
        rows = self.model(ids[self.cache.length :], self.cache)
        return [next_distribution(row, **self.sampling) for row in rows[len(rows) - count :]]

    def back(self, n):
        if self.cache.length > n:
            self.cache.truncate(n)


def variant_objects(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Keep each model and its cache in an object, and go back before a round instead of after it."""
    large, small = _Reader(target, sampling), _Reader(draft, sampling)
    ids, calls, accepted, limit = list(prompt), 0, 0, len(prompt) + max_tokens
    while True:
        large.back(len(ids) - 1)
        small.back(len(ids) - 1)
        ahead, Q = list(ids), []
        for _ in range(gamma):
            Q += small.read(ahead, 1)
            ahead.append(sample(Q[-1], rng.random()))
        calls += 1
        new = verify(large.read(ahead, gamma + 1), Q, ahead[len(ids) :], [rng.random() for _ in Q], rng.random())
        accepted += len(new) - 1
        for token in new:
            ids.append(token)
            if token == eos or len(ids) == limit:
                end = -1 if token == eos else None
                stats = {"target_calls": calls, "proposed": gamma * calls, "accepted": accepted}
                return ids[len(prompt) : end], stats
