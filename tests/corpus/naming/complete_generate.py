"""Wrong versions of the whole generator, as learners write them: one generator, with a slip in one place."""
import codecs

import numpy as np
from accept_and_residual import accept_and_residual
from bias_ban_min_tokens import shape_logits
from finish_reason import finish_reason
from frequency_presence import frequency_presence
from repetition_penalty import repetition_penalty as penalise
from sample_with_u import sample
from sampler_pipeline import next_distribution
from stream_hold_back import stream as hold_back
from utf8_stream import decode_stream
from verify_block import verify


def respond(text, reason, prompt_tokens, completion_tokens):
    total = prompt_tokens + completion_tokens
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens, "total_tokens": total}
    return {"text": text, "finish_reason": "length" if reason == "max_tokens" else "stop", "usage": usage}


SETTINGS = dict(
    max_tokens=16, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, repetition_penalty=1.0, frequency_penalty=0.0,
    presence_penalty=0.0, logit_bias=None, stop=(), seed=0, stream=True, draft=None, gamma=4,
)


def _bent(logits, ids, new, s):
    logits = shape_logits(logits, s["logit_bias"] or {}, [], 0, 0, 0)
    logits = penalise(logits, ids + new, s["repetition_penalty"])
    return frequency_presence(logits, ids, new, s["frequency_penalty"], s["presence_penalty"])


def _probabilities(logits, ids, new, s):
    return next_distribution(_bent(logits, ids, new, s), s["temperature"], s["top_k"], s["top_p"], s["min_p"])


def _tokens(model, ids, s, rng, p_of):
    cache, feed, new = model.new_cache(), ids, []
    while True:
        p = p_of(model(feed, cache)[-1], ids, new, s)
        token = sample(p, rng.random())
        feed = [token]
        new = new + feed
        yield token


def _drafted(model, ids, s, rng, p_of, judge=verify):
    draft, gamma = s["draft"], s["gamma"]
    big, small, new = model.new_cache(), draft.new_cache(), []
    while True:
        guesses, Q = [], []
        for _ in range(gamma):
            logits = draft((ids + new + guesses)[small.length :], small)[-1]
            Q.append(p_of(logits, ids, new + guesses, s))
            guesses.append(sample(Q[-1], rng.random()))
        rows = model((ids + new + guesses)[big.length :], big)[-gamma - 1 :]
        P = np.array([p_of(row, ids, new + guesses[:i], s) for i, row in enumerate(rows)])
        block = judge(P, np.array(Q), guesses, [rng.random() for _ in guesses], rng.random())
        new = new + block
        for cache in (big, small):
            cache.truncate(min(cache.length, len(ids + new) - 1))
        yield from block


def _written(tokens, tokenizer, n_prompt, s):
    data, n, reason = [], 0, None
    stop = list(s["stop"])
    while reason is None:
        token = next(tokens)
        n += 1
        if token != tokenizer.eos:
            data.append(tokenizer.bytes[token])
        *pieces, rest = decode_stream(data)
        reason = finish_reason(n, s["max_tokens"], token == tokenizer.eos, "".join(pieces), stop)
        *shown, held = hold_back(pieces, stop)
        if token != tokenizer.eos and shown[-1]:
            yield {"text": shown[-1]}
    if reason != "stop_sequence" and rest:
        held = "".join(hold_back([*pieces, rest], stop)[len(pieces) :])
    yield respond(held, reason, n_prompt, n)


def _generator(model, tokenizer, prompt, given, p_of=_probabilities, tokens=_tokens, drafted=_drafted, write=_written):
    s = {**SETTINGS, **given}
    ids = tokenizer.encode(prompt)
    if not ids or s["max_tokens"] < 1 or "" in s["stop"]:
        raise ValueError("bad request")
    rng = np.random.default_rng(s["seed"])
    source = (tokens if s["draft"] is None else drafted)(model, ids, s, rng, p_of)
    chunks = write(source, tokenizer, len(ids), s)
    if s["stream"]:
        yield from chunks
    else:
        chunks = list(chunks)
        yield {**chunks[-1], "text": "".join(chunk["text"] for chunk in chunks)}


def bias_forgotten(model, tokenizer, prompt, **given):
    """Does not use logit_bias.

    makes: bias_ignored
    """
    yield from _generator(model, tokenizer, prompt, {**given, "logit_bias": {}})


def penalties_forgotten(model, tokenizer, prompt, **given):
    """Uses no penalties.

    makes: penalties_ignored
    """

    def p_of(logits, ids, new, s):
        logits = shape_logits(logits, s["logit_bias"] or {}, [], 0, 0, 0)
        return next_distribution(logits, s["temperature"], s["top_k"], s["top_p"], s["min_p"])

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def best_always(model, tokenizer, prompt, **given):
    """Takes the argmax.

    makes: always_the_best_token
    """

    def p_of(logits, ids, new, s):
        p = np.zeros(len(logits))
        p[int(np.argmax(_bent(logits, ids, new, s)))] = 1.0
        return p

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def no_filters(model, tokenizer, prompt, **given):
    """Uses the temperature only.

    makes: filters_ignored
    """

    def p_of(logits, ids, new, s):
        return next_distribution(_bent(logits, ids, new, s), s["temperature"])

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def draft_not_used(model, tokenizer, prompt, **given):
    """Does not use the draft.

    makes: draft_ignored
    """
    given.pop("draft", None)
    yield from _generator(model, tokenizer, prompt, given)


def drawn_from_p(model, tokenizer, prompt, **given):
    """Draws from all of the target after a rejection.

    makes: correction_from_all_of_the_target
    """

    def judge(P, Q, guesses, u, u_pick):
        kept = []
        for i, token in enumerate(guesses):
            if u[i] >= accept_and_residual(P[i], Q[i])[0][token]:
                return kept + [sample(P[i], u_pick)]
            kept.append(token)
        return kept + [sample(P[-1], u_pick)]

    def drafted(model, ids, s, rng, p_of):
        return _drafted(model, ids, s, rng, p_of, judge)

    yield from _generator(model, tokenizer, prompt, given, drafted=drafted)


def seed_never_used(model, tokenizer, prompt, **given):
    """Always uses seed 0.

    makes: seed_ignored
    """
    given["seed"] = 0
    yield from _generator(model, tokenizer, prompt, given)


def text_in_one(model, tokenizer, prompt, **given):
    """Never streams.

    makes: never_streams
    """
    given["stream"] = False
    for chunk in _generator(model, tokenizer, prompt, given):
        yield chunk


def prompt_counted_as_generated(model, tokenizer, prompt, **given):
    """Counts the prompt in both subtracting penalties.

    makes: prompt_counts_for_the_subtraction
    """

    def p_of(logits, ids, new, s):
        return _probabilities(logits, [], ids + new, s)

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def no_usage(model, tokenizer, prompt, **given):
    """Leaves the usage out.

    makes: usage_missing
    """
    for chunk in _generator(model, tokenizer, prompt, given):
        yield {key: value for key, value in chunk.items() if key != "usage"}


def seed_plus_one(model, tokenizer, prompt, **given):
    """Uses another seed.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "seed": given.get("seed", 0) + 1})


def presence_forgotten(model, tokenizer, prompt, **given):
    """Forgets the presence penalty.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "presence_penalty": 0.0})


def no_repetition(model, tokenizer, prompt, **given):
    """Forgets the repetition penalty.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "repetition_penalty": 1.0})


def one_guess(model, tokenizer, prompt, **given):
    """Always drafts one token.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "gamma": 1})


def top_k_forgotten(model, tokenizer, prompt, **given):
    """Forgets top-k.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "top_k": 0})


def warm(model, tokenizer, prompt, **given):
    """Forgets the temperature.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "temperature": 1.0})


def other_key(model, tokenizer, prompt, **given):
    """Calls the text "delta".

    makes: nothing listed
    """
    for chunk in _generator(model, tokenizer, prompt, given):
        yield {"delta" if key == "text" else key: value for key, value in chunk.items()}


def upper_case(model, tokenizer, prompt, **given):
    """Sends capital letters.

    makes: nothing listed
    """
    for chunk in _generator(model, tokenizer, prompt, given):
        yield {**chunk, "text": chunk["text"].upper()}


def one_byte_at_a_time(model, tokenizer, prompt, **given):
    """Sends each letter in a chunk of its own.

    makes: nothing listed
    """
    for chunk in _generator(model, tokenizer, prompt, given):
        if len(chunk) > 1:
            yield chunk
        else:
            for letter in chunk["text"]:
                yield {"text": letter}


def first_stop_only(model, tokenizer, prompt, **given):
    """Knows one stop sequence only.

    makes: nothing listed
    """
    yield from _generator(model, tokenizer, prompt, {**given, "stop": list(given.get("stop", ()))[:1]})


def latin(model, tokenizer, prompt, **given):
    """Decodes as latin-1.

    makes: nothing listed
    """

    class Other:
        eos = tokenizer.eos
        encode = staticmethod(tokenizer.encode)
        bytes = [each.decode("latin-1").encode() for each in tokenizer.bytes]

    yield from _generator(model, Other, prompt, given)


def powers_after_the_filters(model, tokenizer, prompt, **given):
    """Filters at temperature 1 and raises what is left to the power 1 / T.

    makes: temperature_after_the_filters
    """

    def p_of(logits, ids, new, s):
        bent = _bent(logits, ids, new, s)
        if s["temperature"] == 0:
            return next_distribution(bent, 0.0)
        p = next_distribution(bent, 1.0, s["top_k"], s["top_p"], s["min_p"])
        p = np.power(p, 1 / s["temperature"])
        return p / p.sum()

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def token_texts_joined(model, tokenizer, prompt, **given):
    """Turns each token into a text by itself.

    makes: half_characters_shown
    """

    def write(tokens, tokenizer, n_prompt, s):
        pieces, n, reason, held = [], 0, None, ""
        for token in tokens:
            n += 1
            is_eos = token == tokenizer.eos
            if not is_eos:
                pieces.append(tokenizer.bytes[token].decode("utf-8", errors="replace"))
            reason = finish_reason(n, s["max_tokens"], is_eos, "".join(pieces), list(s["stop"]))
            *shown, held = hold_back(pieces, list(s["stop"]))
            if shown and shown[-1] and not is_eos:
                yield {"text": shown[-1]}
            if reason:
                break
        yield respond(held, reason, n_prompt, n)

    yield from _generator(model, tokenizer, prompt, given, write=write)


def total_of_the_answer(model, tokenizer, prompt, **given):
    """Gives the tokens of the answer for the total.

    makes: nothing listed
    """
    for chunk in _generator(model, tokenizer, prompt, given):
        if "usage" in chunk:
            usage = dict(chunk["usage"])
            usage["total_tokens"] = usage["completion_tokens"]
            chunk = {**chunk, "usage": usage}
        yield chunk


def bias_comes_last(model, tokenizer, prompt, **given):
    """Adds the bias when the penalties are done.

    makes: bias_after_the_penalties
    """

    def p_of(logits, ids, new, s):
        bent = _bent(logits, ids, new, {**s, "logit_bias": {}})
        for i, b in (s["logit_bias"] or {}).items():
            bent[i] += b
        return next_distribution(bent, s["temperature"], s["top_k"], s["top_p"], s["min_p"])

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def rng_in_the_loop(model, tokenizer, prompt, **given):
    """Makes the generator of random numbers inside the loop.

    makes: seed_again_for_each_token
    """

    class Fresh:
        def __init__(self, seed):
            self.seed = seed

        def random(self):
            return np.random.default_rng(self.seed).random()

    s = {**SETTINGS, **given}
    ids = tokenizer.encode(prompt)
    if not ids or s["max_tokens"] < 1 or "" in s["stop"]:
        raise ValueError("bad request")
    source = (_tokens if s["draft"] is None else _drafted)(model, ids, s, Fresh(s["seed"]), _probabilities)
    chunks = _written(source, tokenizer, len(ids), s)
    if not s["stream"]:
        chunks = list(chunks)
        chunks = [{**chunks[-1], "text": "".join(chunk["text"] for chunk in chunks)}]
    yield from chunks


def penalty_for_the_answer_only(model, tokenizer, prompt, **given):
    """Gives the repetition penalty the generated tokens only.

    makes: repetition_forgets_the_prompt
    """

    def p_of(logits, ids, new, s):
        z = shape_logits(logits, s["logit_bias"] or {}, [], 0, 0, 0)
        z = penalise(z, new, s["repetition_penalty"])
        z = frequency_presence(z, ids, new, s["frequency_penalty"], s["presence_penalty"])
        return next_distribution(z, s["temperature"], s["top_k"], s["top_p"], s["min_p"])

    yield from _generator(model, tokenizer, prompt, given, p_of=p_of)


def eos_costs_nothing(model, tokenizer, prompt, *, max_tokens=16, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, repetition_penalty=1.0,
    frequency_penalty=0.0, presence_penalty=0.0, logit_bias=None, stop=(), seed=0, stream=True, draft=None, gamma=4):
    """completion_tokens leaves out EOS.

    makes: end_token_not_counted
    """
    import codecs
    from one_step import step_probs
    from sample_with_u import sample
    from verify_block import verify
    ids, rng, eos = list(tokenizer.encode(prompt)), np.random.default_rng(seed), tokenizer.eos
    if not ids or max_tokens < 1 or "" in stop:
        raise ValueError("no prompt, no tokens or an empty stop sequence")
    knobs = dict(logit_bias=logit_bias, repetition_penalty=repetition_penalty, frequency_penalty=frequency_penalty,
                 presence_penalty=presence_penalty, temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p)

    def plain():
        cache, feed, new = model.new_cache(), ids, []
        while True:
            p = step_probs(model(feed, cache)[-1], ids, new, **knobs)
            feed = [int(sample(p, rng.random()))]
            new += feed
            yield feed[0]

    def guessed():
        mine, theirs, new = model.new_cache(), draft.new_cache(), []
        while True:
            feed, drafted, Q = (ids + new)[theirs.length:], [], []
            for _ in range(gamma):
                Q.append(step_probs(draft(feed, theirs)[-1], ids, new + drafted, **knobs))
                feed = [int(sample(Q[-1], rng.random()))]
                drafted += feed
            rows = model((ids + new)[mine.length:] + drafted, mine)[-gamma - 1:]
            P = [step_probs(row, ids, new + drafted[:i], **knobs) for i, row in enumerate(rows)]
            u = [rng.random() for _ in drafted]
            block = verify(np.array(P), np.array(Q), drafted, u, rng.random())
            new += [int(each) for each in block]
            for cache in (mine, theirs):
                cache.truncate(min(cache.length, len(ids) + len(new) - 1))
            yield from block

    utf8 = codecs.getincrementaldecoder("utf-8")("replace")
    text, shown, count, reason = "", 0, 0, "length"
    for token in guessed() if draft else plain():
        if token == eos:
            reason = "stop"
            break
        count += 1
        text += utf8.decode(tokenizer.bytes[token])
        hits = [text.find(each) for each in stop if each in text]
        if hits:
            text, reason = text[:min(hits)], "stop"
            safe = len(text)
            utf8.reset()
        else:
            safe = len(text) - max((k for s in stop for k in range(1, len(s)) if text.endswith(s[:k])), default=0)
        if stream and safe > shown:
            yield {"text": text[shown:safe]}
            shown = safe
        if hits or count == max_tokens:
            break
    text += utf8.decode(b"", final=True)
    yield {"text": text[shown:], "finish_reason": reason,
           "usage": {"prompt_tokens": len(ids), "completion_tokens": count, "total_tokens": len(ids) + count}}


def token_by_itself(model, tokenizer, prompt, *, max_tokens=16, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, repetition_penalty=1.0,
    frequency_penalty=0.0, presence_penalty=0.0, logit_bias=None, stop=(), seed=0, stream=True, draft=None, gamma=4):
    """Decodes the bytes of each token on their own.

    makes: half_characters_shown
    """
    import codecs
    from one_step import step_probs
    from sample_with_u import sample
    from verify_block import verify
    ids, rng, eos = list(tokenizer.encode(prompt)), np.random.default_rng(seed), tokenizer.eos
    if not ids or max_tokens < 1 or "" in stop:
        raise ValueError("no prompt, no tokens or an empty stop sequence")
    knobs = dict(logit_bias=logit_bias, repetition_penalty=repetition_penalty, frequency_penalty=frequency_penalty,
                 presence_penalty=presence_penalty, temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p)

    def plain():
        cache, feed, new = model.new_cache(), ids, []
        while True:
            p = step_probs(model(feed, cache)[-1], ids, new, **knobs)
            feed = [int(sample(p, rng.random()))]
            new += feed
            yield feed[0]

    def guessed():
        mine, theirs, new = model.new_cache(), draft.new_cache(), []
        while True:
            feed, drafted, Q = (ids + new)[theirs.length:], [], []
            for _ in range(gamma):
                Q.append(step_probs(draft(feed, theirs)[-1], ids, new + drafted, **knobs))
                feed = [int(sample(Q[-1], rng.random()))]
                drafted += feed
            rows = model((ids + new)[mine.length:] + drafted, mine)[-gamma - 1:]
            P = [step_probs(row, ids, new + drafted[:i], **knobs) for i, row in enumerate(rows)]
            u = [rng.random() for _ in drafted]
            block = verify(np.array(P), np.array(Q), drafted, u, rng.random())
            new += [int(each) for each in block]
            for cache in (mine, theirs):
                cache.truncate(min(cache.length, len(ids) + len(new) - 1))
            yield from block

    utf8 = codecs.getincrementaldecoder("utf-8")("replace")
    text, shown, count, reason = "", 0, 0, "length"
    for token in guessed() if draft else plain():
        count += 1
        if token == eos:
            reason = "stop"
            break
        text += tokenizer.bytes[token].decode("utf-8", "replace")
        hits = [text.find(each) for each in stop if each in text]
        if hits:
            text, reason = text[:min(hits)], "stop"
            safe = len(text)
            utf8.reset()
        else:
            safe = len(text) - max((k for s in stop for k in range(1, len(s)) if text.endswith(s[:k])), default=0)
        if stream and safe > shown:
            yield {"text": text[shown:safe]}
            shown = safe
        if hits or count == max_tokens:
            break
    text += utf8.decode(b"", final=True)
    yield {"text": text[shown:], "finish_reason": reason,
           "usage": {"prompt_tokens": len(ids), "completion_tokens": count, "total_tokens": len(ids) + count}}


def newest_piece_can_begin_a_stop(model, tokenizer, prompt, *, max_tokens=16, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, repetition_penalty=1.0,
    frequency_penalty=0.0, presence_penalty=0.0, logit_bias=None, stop=(), seed=0, stream=True, draft=None, gamma=4):
    """Holds back only what begins a stop sequence within the newest token's text.

    makes: nothing listed
    """
    import codecs
    from one_step import step_probs
    from sample_with_u import sample
    from verify_block import verify
    ids, rng, eos = list(tokenizer.encode(prompt)), np.random.default_rng(seed), tokenizer.eos
    if not ids or max_tokens < 1 or "" in stop:
        raise ValueError("no prompt, no tokens or an empty stop sequence")
    knobs = dict(logit_bias=logit_bias, repetition_penalty=repetition_penalty, frequency_penalty=frequency_penalty,
                 presence_penalty=presence_penalty, temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p)

    def plain():
        cache, feed, new = model.new_cache(), ids, []
        while True:
            p = step_probs(model(feed, cache)[-1], ids, new, **knobs)
            feed = [int(sample(p, rng.random()))]
            new += feed
            yield feed[0]

    def guessed():
        mine, theirs, new = model.new_cache(), draft.new_cache(), []
        while True:
            feed, drafted, Q = (ids + new)[theirs.length:], [], []
            for _ in range(gamma):
                Q.append(step_probs(draft(feed, theirs)[-1], ids, new + drafted, **knobs))
                feed = [int(sample(Q[-1], rng.random()))]
                drafted += feed
            rows = model((ids + new)[mine.length:] + drafted, mine)[-gamma - 1:]
            P = [step_probs(row, ids, new + drafted[:i], **knobs) for i, row in enumerate(rows)]
            u = [rng.random() for _ in drafted]
            block = verify(np.array(P), np.array(Q), drafted, u, rng.random())
            new += [int(each) for each in block]
            for cache in (mine, theirs):
                cache.truncate(min(cache.length, len(ids) + len(new) - 1))
            yield from block

    utf8 = codecs.getincrementaldecoder("utf-8")("replace")
    text, shown, count, reason = "", 0, 0, "length"
    for token in guessed() if draft else plain():
        count += 1
        if token == eos:
            reason = "stop"
            break
        piece = utf8.decode(tokenizer.bytes[token])
        text += piece
        hits = [text.find(each) for each in stop if each in text]
        if hits:
            text, reason = text[:min(hits)], "stop"
            safe = len(text)
            utf8.reset()
        else:
            safe = len(text) - max((k for s in stop for k in range(1, len(s)) if piece.endswith(s[:k])), default=0)
        if stream and safe > shown:
            yield {"text": text[shown:safe]}
            shown = safe
        if hits or count == max_tokens:
            break
    text += utf8.decode(b"", final=True)
    yield {"text": text[shown:], "finish_reason": reason,
           "usage": {"prompt_tokens": len(ids), "completion_tokens": count, "total_tokens": len(ids) + count}}
