"""Wrong versions of speculative decoding, as learners write them: one loop, with a slip in one place."""
import numpy as np
from sample_with_u import sample
from sampler_pipeline import next_distribution
from verify_block import verify


def _loop(
    target, draft, prompt, max_tokens, gamma, rng, eos, sampling,
    target_settings=None, draft_settings=None, judge=verify, cut=None, end=None, result=None, rows_of=None, n=None,
):
    t_set = sampling if target_settings is None else target_settings
    d_set = sampling if draft_settings is None else draft_settings
    text, new = list(prompt), []
    tc, dc = target.new_cache(), draft.new_cache()
    calls = proposed = accepted = 0
    while True:
        guesses, Q = [], []
        for _ in range(gamma if n is None else n(gamma, max_tokens - len(new))):
            known = text + guesses
            q = next_distribution(draft(known[dc.length :], dc)[-1], **d_set)
            guesses.append(sample(q, rng.random()))
            Q.append(q)
        rows = target((text + guesses)[tc.length :], tc)
        rows = rows_of(rows, guesses) if rows_of else rows[len(rows) - len(guesses) - 1 :]
        P = np.array([next_distribution(row, **t_set) for row in rows])
        block = judge(P, np.array(Q), guesses, [rng.random() for _ in guesses], rng.random())
        calls, proposed, accepted = calls + 1, proposed + len(guesses), accepted + len(block) - 1
        over = False
        for token in block:
            if token == eos:
                over = True
                break
            text.append(token)
            new.append(token)
            if len(new) >= max_tokens:
                over = True
                break
        if over:
            stats = {"target_calls": calls, "proposed": proposed, "accepted": accepted}
            return result(new, stats, block) if result else (new, stats)
        if cut:
            tc, dc = cut(tc, dc, text)
        else:
            tc.truncate(min(tc.length, len(text) - 1))
            dc.truncate(min(dc.length, len(text) - 1))


def plain_target(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Forgets the settings for the target.

    makes: target_without_the_settings
    """
    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, target_settings={})


def plain_draft(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Forgets the settings for the draft, in drawing and in judging.

    makes: draft_without_the_settings
    """
    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, draft_settings={})


def plain_both(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Calls next_distribution with the logits alone.

    makes: settings_ignored
    """
    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, {})


def fresh_caches(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Makes new caches each round.

    makes: positions_read_twice
    """

    def cut(tc, dc, text):
        return target.new_cache(), draft.new_cache()

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, cut=cut)


def everything_kept(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Keeps every draft.

    makes: draft_writes_the_text
    """

    def judge(P, Q, guesses, u, u_pick):
        return guesses + [sample(P[len(guesses)], u_pick)]

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, judge=judge)


def bonus_counted(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Counts the drawn token, too.

    makes: drawn_token_counted_as_accepted
    """

    def result(new, stats, block):
        return new, {**stats, "accepted": stats["accepted"] + stats["target_calls"]}

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, result=result)


def with_prompt(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Returns the whole text.

    makes: prompt_returned
    """

    def result(new, stats, block):
        return list(prompt) + new, stats

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, result=result)


def fewer_at_the_end(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Drafts fewer near the limit.

    makes: fewer_drafts_near_the_end
    """

    def n(gamma, left):
        return max(0, min(gamma, left - 1))

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, n=n)


def first_rows(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Takes the first rows.

    makes: rows_of_the_prompt_judge
    """

    def rows_of(rows, guesses):
        return [rows[i] for i in range(len(guesses) + 1)]

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, rows_of=rows_of)


def on_after_eos(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Does not look for EOS.

    makes: eos_ignored
    """
    return _loop(target, draft, prompt, max_tokens, gamma, rng, None, sampling)


def reversed_result(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Returns the numbers first.

    makes: nothing listed
    """

    def result(new, stats, block):
        return stats, new

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, result=result)


def acceptance_rate(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Returns the rate for the number of accepted tokens.

    makes: nothing listed
    """

    def result(new, stats, block):
        rate = stats["accepted"] / stats["proposed"] if stats["proposed"] else 0.0
        return new, {**stats, "accepted": rate}

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, result=result)


def last_block_lost(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Loses the last token.

    makes: nothing listed
    """

    def result(new, stats, block):
        return new[:-1], stats

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, result=result)


def one_draft_more(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Drafts gamma + 1 tokens.

    makes: nothing listed
    """
    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, n=lambda gamma, left: gamma + 1)


def models_exchanged(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Exchanges the models.

    makes: nothing listed
    """
    return _loop(draft, target, prompt, max_tokens, gamma, rng, eos, sampling)


def greedy_target(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Uses temperature 0 for both models.

    makes: nothing listed
    """
    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, {**sampling, "T": 0.0})


def nothing_accepted(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Always draws from the target's first row.

    makes: nothing listed
    """

    def judge(P, Q, guesses, u, u_pick):
        return [sample(P[0], u_pick)]

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, judge=judge)


def one_call_more(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Adds 1 to the number of calls.

    makes: calls_counted_from_one
    """

    def result(new, stats, block):
        return new, {**stats, "target_calls": stats["target_calls"] + 1}

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, result=result)


def _one_round(target, draft, ids, caches, gamma, rng, sampling):
    """Draft and verify once."""
    big, small = caches
    guesses, rows = [], []
    while len(guesses) < gamma:
        seen = ids + guesses
        rows.append(next_distribution(draft(seen[small.length :], small)[-1], **sampling))
        guesses.append(sample(rows[-1], rng.random()))
    logits = target((ids + guesses)[big.length :], big)
    wanted = np.array([next_distribution(z, **sampling) for z in logits[len(logits) - gamma - 1 :]])
    return verify(wanted, np.array(rows), guesses, [rng.random() for _ in range(gamma)], rng.random())


def block_added_whole(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Adds each block as a whole and looks at the limit afterwards.

    makes: more_than_max_tokens
    """
    caches = (target.new_cache(), draft.new_cache())
    stats = {"target_calls": 0, "proposed": 0, "accepted": 0}
    answer = []
    while len(answer) < max_tokens:
        ids = list(prompt) + answer
        block = _one_round(target, draft, ids, caches, gamma, rng, sampling)
        stats["target_calls"] += 1
        stats["proposed"] += gamma
        stats["accepted"] += len(block) - 1
        if eos in block:
            return answer + block[: block.index(eos)], stats
        answer += block
        for c in caches:
            c.truncate(min(c.length, len(prompt) + len(answer) - 1))
    return answer, stats


def appended_then_compared(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Appends each token and compares it with EOS afterwards.

    makes: eos_returned
    """
    caches = [target.new_cache(), draft.new_cache()]
    ids, calls, proposed, accepted = prompt[:], 0, 0, 0
    finished = False
    while not finished:
        block = _one_round(target, draft, ids, caches, gamma, rng, sampling)
        calls, proposed, accepted = calls + 1, proposed + gamma, accepted + len(block) - 1
        for token in block:
            ids.append(token)
            finished = token == eos or len(ids) == len(prompt) + max_tokens
            if finished:
                break
        for c in caches:
            c.truncate(min(len(ids) - 1, c.length))
    return ids[len(prompt) :], {"target_calls": calls, "proposed": proposed, "accepted": accepted}


def proposed_counts_what_came(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Counts the tokens that a round gives as proposed.

    makes: nothing listed
    """
    caches = (target.new_cache(), draft.new_cache())
    stats = {"target_calls": 0, "proposed": 0, "accepted": 0}
    ids = list(prompt)
    while True:
        block = _one_round(target, draft, ids, caches, gamma, rng, sampling)
        stats["target_calls"] += 1
        stats["proposed"] += len(block)
        stats["accepted"] += len(block) - 1
        for token in block:
            if token == eos:
                return ids[len(prompt) :], stats
            ids.append(token)
            if len(ids) - len(prompt) == max_tokens:
                return ids[len(prompt) :], stats
        for c in caches:
            c.truncate(min(c.length, len(ids) - 1))


def new_only_when_rejected(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Drops the last token of a block whose drafts were all kept.

    makes: no_bonus_token
    """

    def judge(P, Q, guesses, u, u_pick):
        block = verify(P, Q, guesses, u, u_pick)
        return block[:-1] if guesses and len(block) == len(guesses) + 1 else block

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, judge=judge)


def one_u_for_the_block(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Judges all drafts of a round with the first number.

    makes: one_random_number_judges_a_round
    """

    def judge(P, Q, guesses, u, u_pick):
        return verify(P, Q, guesses, u[:1] * len(guesses), u_pick)

    return _loop(target, draft, prompt, max_tokens, gamma, rng, eos, sampling, judge=judge)


def drawn_one_counted(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Counts the token that verify draws as accepted, too.

    makes: drawn_token_counted_as_accepted
    """
    from sample_with_u import sample
    from sampler_pipeline import next_distribution
    from verify_block import verify
    certain, done = list(prompt), {"target_calls": 0, "proposed": 0, "accepted": 0}
    big, small = target.new_cache(), draft.new_cache()
    while True:
        guesses, Q = [], []
        for _ in range(gamma):
            row = draft((certain + guesses)[small.length:], small)[-1]
            Q.append(next_distribution(row, **sampling))
            guesses.append(int(sample(Q[-1], rng.random())))
        table = target((certain + guesses)[big.length:], big)[-(gamma + 1):]
        P = np.array([next_distribution(row, **sampling) for row in table])
        Q = np.array(Q).reshape(gamma, P.shape[1])
        fresh = [int(t) for t in verify(P, Q, guesses, [rng.random() for _ in guesses], rng.random())]
        done["target_calls"] += 1
        done["proposed"] += gamma
        done["accepted"] += len(fresh)
        certain += fresh
        for cache in (big, small):
            if cache.length > len(certain) - 1:
                cache.truncate(len(certain) - 1)
        new = certain[len(prompt):]
        if eos in new[:max_tokens]:
            return new[:new.index(eos)], done
        if len(new) >= max_tokens:
            return new[:max_tokens], done


def newest_left_in(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Cuts the caches back to all certain ids, the newest included, so that a rejected draft stays.

    makes: nothing listed
    """
    from sample_with_u import sample
    from sampler_pipeline import next_distribution
    from verify_block import verify
    certain, done = list(prompt), {"target_calls": 0, "proposed": 0, "accepted": 0}
    big, small = target.new_cache(), draft.new_cache()
    while True:
        guesses, Q = [], []
        for _ in range(gamma):
            row = draft((certain + guesses)[small.length:], small)[-1]
            Q.append(next_distribution(row, **sampling))
            guesses.append(int(sample(Q[-1], rng.random())))
        table = target((certain + guesses)[big.length:], big)[-(gamma + 1):]
        P = np.array([next_distribution(row, **sampling) for row in table])
        Q = np.array(Q).reshape(gamma, P.shape[1])
        fresh = [int(t) for t in verify(P, Q, guesses, [rng.random() for _ in guesses], rng.random())]
        done["target_calls"] += 1
        done["proposed"] += gamma
        done["accepted"] += len(fresh) - 1
        certain += fresh
        for cache in (big, small):
            if cache.length > len(certain):
                cache.truncate(len(certain))
        new = certain[len(prompt):]
        if eos in new[:max_tokens]:
            return new[:new.index(eos)], done
        if len(new) >= max_tokens:
            return new[:max_tokens], done


def accepted_up_to_the_limit(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    """Counts accepted tokens only as far as the limit allows.

    makes: nothing listed
    """
    from sample_with_u import sample
    from sampler_pipeline import next_distribution
    from verify_block import verify
    certain, done = list(prompt), {"target_calls": 0, "proposed": 0, "accepted": 0}
    big, small = target.new_cache(), draft.new_cache()
    while True:
        guesses, Q = [], []
        for _ in range(gamma):
            row = draft((certain + guesses)[small.length:], small)[-1]
            Q.append(next_distribution(row, **sampling))
            guesses.append(int(sample(Q[-1], rng.random())))
        table = target((certain + guesses)[big.length:], big)[-(gamma + 1):]
        P = np.array([next_distribution(row, **sampling) for row in table])
        Q = np.array(Q).reshape(gamma, P.shape[1])
        fresh = [int(t) for t in verify(P, Q, guesses, [rng.random() for _ in guesses], rng.random())]
        done["target_calls"] += 1
        done["proposed"] += gamma
        done["accepted"] += min(len(fresh) - 1, max_tokens - (len(certain) - len(prompt)))
        certain += fresh
        for cache in (big, small):
            if cache.length > len(certain) - 1:
                cache.truncate(len(certain) - 1)
        new = certain[len(prompt):]
        if eos in new[:max_tokens]:
            return new[:new.index(eos)], done
        if len(new) >= max_tokens:
            return new[:max_tokens], done
