"""A whole generator of its own, but for how logits become probabilities."""

import numpy as np
from finish_reason import finish_reason
from sample_with_u import sample
from stream_hold_back import stream as hold_back
from utf8_stream import decode_stream
from verify_block import verify


def tokens(model, draft, ids, rng, chances, gamma):
    cache, guesser = model.new_cache(), draft and draft.new_cache()
    text = list(ids)
    while draft is None:
        row = model(text[cache.length :], cache)[-1]
        text.append(sample(chances(row, text[len(ids) :]), rng.random()))
        yield text[-1]
    while True:
        ahead, q = [], []
        for _ in range(gamma):
            row = draft((text + ahead)[guesser.length :], guesser)[-1]
            q.append(chances(row, (text + ahead)[len(ids) :]))
            ahead.append(sample(q[-1], rng.random()))
        rows = model((text + ahead)[cache.length :], cache)[-gamma - 1 :]
        p = [chances(row, (text + ahead[:n])[len(ids) :]) for n, row in enumerate(rows)]
        judges = [rng.random() for _ in ahead]
        block = verify(np.array(p), np.array(q), ahead, judges, rng.random())
        text += block
        for each in (cache, guesser):
            each.truncate(min(each.length, len(text) - 1))
        yield from block


def chunks(picked, tokenizer, n_prompt, most, stops):
    portions, sent = [], 0
    for count, token in enumerate(picked, start=1):
        is_end = token == tokenizer.eos
        if not is_end:
            portions.append(tokenizer.bytes[token])
        *pieces, open_end = decode_stream(portions)
        reason = finish_reason(count, most, is_end, "".join(pieces), stops)
        *shown, held = hold_back(pieces, stops)
        now = "".join(shown)
        if len(now) > sent:
            yield {"text": now[sent:]}
            sent = len(now)
        if reason is None:
            continue
        if reason != "stop_sequence":
            held = "".join(hold_back([*pieces, open_end] if open_end else pieces, stops))[sent:]
        usage = {"prompt_tokens": n_prompt, "completion_tokens": count, "total_tokens": n_prompt + count}
        yield {"text": held, "finish_reason": "length" if reason == "max_tokens" else "stop", "usage": usage}
        return


def generator(chances):
    """Return a generate function whose probabilities are `chances(logits, prompt, generated, settings)`."""

    def generate(model, tokenizer, prompt, *, max_tokens=16, stop=(), seed=0, stream=True, draft=None, gamma=4, **settings):
        ids, stops = tokenizer.encode(prompt), list(stop)
        if not ids or max_tokens < 1 or "" in stops:
            raise ValueError("bad settings")
        picked = tokens(
            model, draft, ids, np.random.default_rng(seed), lambda row, new: chances(row, ids, new, settings), gamma
        )
        made = chunks(picked, tokenizer, len(ids), max_tokens, stops)
        if stream:
            yield from made
            return
        *parts, last = made
        yield {**last, "text": "".join(part["text"] for part in parts) + last["text"]}

    return generate
