"""Right ways to write the whole generator; the grader must accept every one of them."""

import codecs
from collections import Counter, deque
from itertools import chain

import numpy as np
from accept_and_residual import accept_and_residual
from bias_ban_min_tokens import shape_logits
from finish_reason import finish_reason
from frequency_presence import frequency_presence
from repetition_penalty import repetition_penalty as penalise
from sample_with_u import sample
from sampler_pipeline import next_distribution
from stop_sequences import apply_stops
from stream_hold_back import stream as hold_back
from utf8_stream import decode_stream
from verify_block import verify

WORDS = {"eos": "stop", "stop_sequence": "stop", "max_tokens": "length"}
DEFAULTS = {
    "max_tokens": 16,
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
    "repetition_penalty": 1.0,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "logit_bias": None,
    "stop": (),
    "seed": 0,
    "stream": True,
    "draft": None,
    "gamma": 4,
}


def _last(text, reason, prompt, picked):
    usage = {"prompt_tokens": prompt, "completion_tokens": picked, "total_tokens": prompt + picked}
    return {"text": text, "finish_reason": WORDS.get(reason, reason), "usage": usage}


def _refuse(ids, settings):
    if not ids:
        raise ValueError("an empty prompt")
    if settings["max_tokens"] < 1:
        raise ValueError("max_tokens")
    if any(each == "" for each in settings["stop"]):
        raise ValueError("stop")


# --- the course's functions, put together as the hints say ---


def _with_imports(logits, ids, generated, s):
    logits = shape_logits(logits, s["logit_bias"] or {}, [], 0, 1, 0)
    logits = penalise(logits, ids + generated, s["repetition_penalty"])
    logits = frequency_presence(logits, ids, generated, s["frequency_penalty"], s["presence_penalty"])
    return next_distribution(logits, s["temperature"], s["top_k"], s["top_p"], s["min_p"])


def variant_imports(model, tokenizer, prompt, **given):
    """Use the earlier functions for everything, and ask for the stops with `apply_stops`."""
    s = {**DEFAULTS, **given}
    ids = tokenizer.encode(prompt)
    _refuse(ids, s)
    stop, vocabulary, eos = list(s["stop"]), tokenizer.bytes, tokenizer.eos
    rng = np.random.default_rng(s["seed"])
    portions, sent = [], ""
    for picked, token in enumerate(_tokens(model, ids, s, rng, _with_imports), start=1):
        if token != eos:
            portions.append(vocabulary[token])
        texts = decode_stream(portions)
        visible, _, matched = apply_stops(texts[:-1], stop)
        reason = finish_reason(picked, s["max_tokens"], token == eos, "".join(texts[:-1]), stop)
        if reason:
            if not matched:
                visible = apply_stops(texts, stop)[0]
            shown = "".join(hold_back(texts[:-1], stop)[: len(portions)])
            if s["stream"] and shown != sent:
                yield {"text": shown[len(sent) :]}
                sent = shown
            yield _last(visible[len(sent) :], reason, len(ids), picked)
            return
        shown = "".join(hold_back(texts[:-1], stop)[:-1])
        if s["stream"] and shown != sent:
            yield {"text": shown[len(sent) :]}
            sent = shown


def _tokens(model, ids, s, rng, distribution):
    """Yield tokens without end, with a draft or without one."""
    if s["draft"] is None:
        cache, generated = model.new_cache(), []
        logits = model(ids, cache)[-1]
        while True:
            generated.append(int(sample(distribution(logits, ids, generated, s), rng.random())))
            yield generated[-1]
            logits = model(generated[-1:], cache)[-1]
    generated = []
    caches = model.new_cache(), s["draft"].new_cache()
    while True:
        rows = []
        drafted = []
        for _ in range(s["gamma"]):
            text = ids + generated + drafted
            row = s["draft"](text[caches[1].length :], caches[1])[-1]
            rows.append(distribution(row, ids, generated + drafted, s))
            drafted.append(int(sample(rows[-1], rng.random())))
        text = ids + generated + drafted
        logits = model(text[caches[0].length :], caches[0])[-len(drafted) - 1 :]
        judged = [distribution(row, ids, generated + drafted[:i], s) for i, row in enumerate(logits)]
        numbers = rng.random(len(drafted) + 1).tolist()
        block = verify(np.array(judged), np.array(rows), drafted, numbers[:-1], numbers[-1])
        generated = generated + block
        for cache in caches:
            if cache.length >= len(ids + generated):
                cache.truncate(len(ids + generated) - 1)
        yield from block


# --- everything by hand ---


def _by_hand(logits, ids, generated, s, dtype=np.float64):
    z = np.array(logits, dtype=dtype)
    for token, push in (s["logit_bias"] or {}).items():
        z[token] += push
    for token in set(ids) | set(generated):
        z[token] = z[token] * s["repetition_penalty"] if z[token] < 0 else z[token] / s["repetition_penalty"]
    for token, count in Counter(generated).items():
        z[token] -= s["frequency_penalty"] * count + s["presence_penalty"]
    if s["temperature"] == 0:
        return (np.arange(len(z)) == np.argmax(z)).astype(dtype)
    z = z / dtype(s["temperature"])
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p, kind="stable")
    if s["top_k"]:
        p[order[s["top_k"] :]] = 0
        p /= p.sum()
    if s["top_p"] < 1:
        before = np.cumsum(p[order]) - p[order]
        p[order[before >= s["top_p"]]] = 0
        p /= p.sum()
    p[p < s["min_p"] * p.max()] = 0
    return p / p.sum()


def _draw(p, u):
    place = int(np.searchsorted(np.cumsum(p), u, side="right"))
    return min(place, int(np.flatnonzero(p)[-1]))


def _judge(judged, guesses, drafted, rng):
    numbers = [rng.random() for _ in range(len(drafted) + 1)]
    for place, token in enumerate(drafted):
        p, q = judged[place], guesses[place]
        if numbers[place] * q[token] >= p[token]:
            left = np.maximum(p - q, 0)
            return [*drafted[:place], _draw(left / left.sum(), numbers[-1])]
    return [*drafted, _draw(judged[-1], numbers[-1])]


class _Text:
    """What has been written, and how much of it may be shown."""

    def __init__(self, stop):
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.stop = stop
        self.text = ""
        self.sent = 0
        self.has_stopped = False

    def add(self, portion, final=False):
        self.text += self.decoder.decode(portion, final)
        found = [(self.text.find(each), each) for each in self.stop if each in self.text]
        if found:
            self.text = self.text[: min(found)[0]]
            self.has_stopped = True
        end = len(self.text)
        if not found and not final:
            end -= max((n for each in self.stop for n in range(len(each)) if self.text.endswith(each[:n])), default=0)
        new, self.sent = self.text[self.sent : end], end
        return new


def _write(tokens, tokenizer, prompt, s):
    """Turn tokens into chunks, with a decoder that remembers."""
    vocabulary, eos = tokenizer.bytes, tokenizer.eos
    text = _Text(s["stop"])
    for picked, token in enumerate(tokens, start=1):
        is_over = token == eos
        new = "" if is_over else text.add(vocabulary[token])
        if new:
            yield {"text": new}
        if is_over or text.has_stopped or picked == s["max_tokens"]:
            rest = "" if text.has_stopped else text.add(b"", final=True)
            yield _last(rest, "stop" if is_over or text.has_stopped else "length", prompt, picked)
            return


def _in_one(chunks):
    *pieces, last = chunks
    last["text"] = "".join([piece["text"] for piece in pieces] + [last["text"]])
    yield last


def _rounds(model, ids, s, distribution):
    """Yield blocks of tokens: with a draft as many as it guesses well, else one."""
    rng = np.random.default_rng(s["seed"])
    draft, gamma = s["draft"], s["gamma"] if s["draft"] else 0
    caches = [each.new_cache() for each in (model, draft) if each]
    text = list(ids)
    while True:
        drafted, guesses = [], []
        while len(drafted) < gamma:
            both = text + drafted
            guesses.append(distribution(draft(both[caches[1].length :], caches[1])[-1], ids, both[len(ids) :], s))
            drafted.append(_draw(guesses[-1], rng.random()))
        both = text + drafted
        rows = np.asarray(model(both[caches[0].length :], caches[0]))[-gamma - 1 :]
        judged = [distribution(row, ids, (text + drafted[:i])[len(ids) :], s) for i, row in enumerate(rows)]
        block = _judge(judged, guesses, drafted, rng)
        text += block
        if draft:
            for cache in caches:
                cache.truncate(min(cache.length, len(text) - 1))
        yield block


def variant_by_hand(model, tokenizer, prompt, **given):
    """Import nothing: numpy for the numbers, a decoder that remembers for the text."""
    s = {**DEFAULTS, **given}
    ids = tokenizer.encode(prompt)
    _refuse(ids, s)
    chunks = _write(chain.from_iterable(_rounds(model, ids, s, _by_hand)), tokenizer, len(ids), s)
    yield from chunks if s["stream"] else _in_one(chunks)


def variant_refuses_at_once(model, tokenizer, prompt, **given):
    """A plain function, which refuses before anybody asks for a chunk, and returns a generator."""
    s = dict(DEFAULTS, **given)
    ids = list(tokenizer.encode(prompt))
    _refuse(ids, s)
    tokens = (token for block in _rounds(model, ids, s, _by_hand) for token in block)
    chunks = _write(tokens, tokenizer, len(ids), s)
    return chunks if s["stream"] else _in_one(chunks)


def variant_float32(model, tokenizer, prompt, **given):
    """Probabilities in float32."""
    s = {**DEFAULTS, **given}
    ids = tokenizer.encode(prompt)
    _refuse(ids, s)

    def distribution(logits, ids, generated, s):
        return _by_hand(logits, ids, generated, s, np.float32)

    chunks = _write(chain.from_iterable(_rounds(model, ids, s, distribution)), tokenizer, len(ids), s)
    yield from chunks if s["stream"] else _in_one(chunks)


class _Chunks:
    """An iterator that works out one chunk at a time."""

    def __init__(self, model, tokenizer, prompt, s):
        self.s = s
        self.ids = tokenizer.encode(prompt)
        _refuse(self.ids, s)
        self.vocabulary, self.eos = tokenizer.bytes, tokenizer.eos
        self.blocks = _rounds(model, self.ids, s, _by_hand)
        self.waiting = deque()
        self.text = _Text(s["stop"])
        self.picked = 0
        self.reason = None
        self.is_done = False

    def __iter__(self):
        return self

    def __next__(self):
        whole = ""
        while not self.is_done:
            new = self.step() if self.reason is None else None
            if new is None:
                self.is_done = True
                rest = "" if self.text.has_stopped else self.text.add(b"", final=True)
                return _last(whole + rest, self.reason, len(self.ids), self.picked)
            if new and self.s["stream"]:
                return {"text": new}
            whole += new
        raise StopIteration

    def step(self):
        if not self.waiting:
            self.waiting.extend(next(self.blocks))
        token = self.waiting.popleft()
        self.picked += 1
        new = "" if token == self.eos else self.text.add(self.vocabulary[token])
        if token == self.eos or self.text.has_stopped:
            self.reason = "stop"
        elif self.picked >= self.s["max_tokens"]:
            self.reason = "length"
        return new


def variant_iterator_class(model, tokenizer, prompt, **given):
    """An iterator of one's own class."""
    return _Chunks(model, tokenizer, prompt, {**DEFAULTS, **given})


def variant_one_list_of_texts(model, tokenizer, prompt, **given):
    """Ask the batch functions for everything so far, and remember how many chunks were sent."""
    s = {**DEFAULTS, **given}
    ids = tokenizer.encode(prompt)
    _refuse(ids, s)
    stop, vocabulary, eos = list(s["stop"]), tokenizer.bytes, tokenizer.eos
    chunks, portions, picked, reason = [], [], 0, None
    tokens = _tokens(model, ids, s, np.random.default_rng(s["seed"]), _with_imports)
    while reason is None:
        token = next(tokens)
        picked += 1
        portions += [vocabulary[token]] * (token != eos)
        *pieces, tail = decode_stream(portions)
        reason = finish_reason(picked, s["max_tokens"], token == eos, "".join(pieces), stop)
        *shown, held = hold_back(pieces, stop)
        for text in filter(None, shown[len(chunks) :]):
            if s["stream"]:
                yield {"text": text}
        chunks += shown[len(chunks) :]
    if tail and reason != "stop_sequence":
        held = "".join(hold_back([*pieces, tail], stop)[len(pieces) :])
    yield _last(held if s["stream"] else "".join(chunks) + held, reason, len(ids), picked)


def variant_caches_cut_where_too_long(model, tokenizer, prompt, **given):
    """Judge by hand, and cut each cache only where it is longer than the text."""
    s = {**DEFAULTS, **given}
    ids = tokenizer.encode(prompt)
    _refuse(ids, s)
    rng = np.random.default_rng(s["seed"])

    def tokens():
        if s["draft"] is None:
            yield from _tokens(model, ids, s, rng, _by_hand)
        text, cache, guessing = list(ids), model.new_cache(), s["draft"].new_cache()
        while True:
            unseen, drafted, guesses = text[guessing.length :], [], []
            for _ in range(s["gamma"]):
                row = s["draft"](unseen, guessing)[-1]
                guesses.append(_by_hand(row, ids, text[len(ids) :] + drafted, s))
                drafted.append(_draw(guesses[-1], rng.random()))
                unseen = drafted[-1:]
            rows = model((text + drafted)[cache.length :], cache)[-s["gamma"] - 1 :]
            judged = [_by_hand(row, ids, text[len(ids) :] + drafted[:i], s) for i, row in enumerate(rows)]
            u = [rng.random() for _ in drafted]
            last = rng.random()
            for i, token in enumerate(drafted):
                accept, rest = accept_and_residual(judged[i], guesses[i])
                if u[i] >= accept[token]:
                    block = [*drafted[:i], sample(rest, last)]
                    break
            else:
                block = [*drafted, sample(judged[-1], last)]
            text = text + block
            cache.truncate(len(text) - 1)
            if guessing.length >= len(text):
                guessing.truncate(len(text) - 1)
            yield from block

    chunks = _write(tokens(), tokenizer, len(ids), s)
    yield from chunks if s["stream"] else _in_one(chunks)


def variant_explicit_arguments(
    model,
    tokenizer,
    prompt,
    *,
    max_tokens=16,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    logit_bias=None,
    stop=(),
    seed=0,
    stream=True,
    draft=None,
    gamma=4,
):
    """All settings by name; the text is built first where no stream is wanted."""
    names = dict(locals())
    s = {name: names[name] for name in DEFAULTS}
    ids = tokenizer.encode(prompt)
    _refuse(ids, s)
    tokens = _tokens(model, ids, s, np.random.default_rng(seed), _by_hand)
    if stream:
        yield from _write(tokens, tokenizer, len(ids), s)
        return
    vocabulary, eos = tokenizer.bytes, tokenizer.eos
    data, picked, reason = b"", 0, None
    while reason is None:
        token = next(tokens)
        picked += 1
        data += b"" if token == eos else vocabulary[token]
        text = codecs.getincrementaldecoder("utf-8")("replace").decode(data)
        if token == eos or any(each in text for each in stop):
            reason = "stop"
        elif picked == max_tokens:
            reason = "length"
    if any(each in text for each in stop):
        text = text[: min(text.find(each) for each in stop if each in text)]
    else:
        text = data.decode("utf-8", "replace")
    yield _last(text, reason, len(ids), picked)
