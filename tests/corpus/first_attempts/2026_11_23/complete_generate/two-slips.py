"""The whole generator: a prompt and settings in, the text out, piece by piece."""

from collections.abc import Iterator, Sequence
from typing import Any
import codecs

import numpy as np
from one_step import step_probs
from sample_with_u import sample
from verify_block import verify


def generate(  # noqa: PLR0913 - the settings of a real interface
    model: Any,
    tokenizer: Any,
    prompt: str,
    *,
    max_tokens: int = 16,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    min_p: float = 0.0,
    repetition_penalty: float = 1.0,
    frequency_penalty: float = 0.0,
    presence_penalty: float = 0.0,
    logit_bias: dict[int, float] | None = None,
    stop: Sequence[str] = (),
    seed: int = 0,
    stream: bool = True,
    draft: Any = None,
    gamma: int = 4,
) -> Iterator[dict[str, Any]]:
    """Write a prompt on, and yield the text while it is written.

    Args:
        model: `model.new_cache()` returns an empty cache, with `length` and `truncate(n)`; `model(ids, cache)` adds T
            ids to the cache and returns the logits after each of them, (T, V) float.
        tokenizer: `encode(text)` returns ids, `bytes[id]` is what a token stands for, `eos` the token that ends a text.
        prompt: the text to write on.
        max_tokens: how many tokens may be picked, 1 or more.
        temperature: 0 or more.
        top_k: how many tokens to choose from; 0 is "off".
        top_p: the share of probability to choose from, above 0, at most 1.
        min_p: how likely a token must be, compared with the likeliest; from 0 to 1.
        repetition_penalty: for tokens of the prompt and of the text; 1 is "off".
        frequency_penalty: for each time that a token has been generated.
        presence_penalty: for tokens that have been generated at all.
        logit_bias: from ids to what is added to their logits.
        stop: the stop sequences.
        seed: where the random numbers begin.
        stream: whether the text comes in chunks, or in one.
        draft: a faster model with the same vocabulary, which guesses ahead.
        gamma: how many tokens it guesses in each round, 1 or more.

    Yields:
        {"text": ...} whenever there is text to show; at last a dict with the rest of the text, which may be empty,
        with finish_reason and usage.

    Raises:
        ValueError: the prompt has no tokens, max_tokens is less than 1, or a stop sequence is empty.

    >>> import numpy as np
    >>> class Counter:
    ...     def new_cache(self):
    ...         return []
    ...     def __call__(self, ids, cache):
    ...         cache.extend(ids)
    ...         return np.eye(4)[[(token + 1) % 4 for token in ids]]  # after 0 comes 1, after 1 comes 2 ...
    >>> class Letters:
    ...     bytes, eos = [b"a", b"b", b"c", b""], 3
    ...     def encode(self, text):
    ...         return ["abc".index(letter) for letter in text]
    >>> for chunk in generate(Counter(), Letters(), "a", temperature=0):
    ...     print(chunk)
    {'text': 'b'}
    {'text': 'c'}
    {'text': '', 'finish_reason': 'stop', 'usage': {'prompt_tokens': 1, 'completion_tokens': 3, 'total_tokens': 4}}
    """
    prompt_ids = list(tokenizer.encode(prompt))
    if not prompt_ids:
        raise ValueError("the prompt has no tokens")
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    if any(not s for s in stop):
        raise ValueError("a stop sequence is empty")
    rng = np.random.default_rng(seed)
    settings = dict(
        logit_bias=logit_bias, repetition_penalty=repetition_penalty, frequency_penalty=frequency_penalty,
        presence_penalty=presence_penalty, temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p,
    )

    def tokens():
        new = []
        cache = model.new_cache()
        if draft is None:
            feed = prompt_ids
            while True:
                logits = model(feed, cache)[-1]
                token = sample(step_probs(logits, prompt_ids, new, **settings), rng.random())
                new.append(token)
                yield token
                feed = [token]
        draft_cache = draft.new_cache()
        while True:
            text = prompt_ids + new
            guesses, Q = [], []
            for _ in range(gamma):
                logits = draft((text + guesses)[draft_cache.length:], draft_cache)[-1]
                q = step_probs(logits, prompt_ids, new, **settings)
                guesses.append(sample(q, rng.random()))
                Q.append(q)
            rows = model((text + guesses)[cache.length:], cache)[-gamma - 1:]
            P = [step_probs(row, prompt_ids, new, **settings) for row in rows]
            u = [rng.random() for _ in guesses]
            block = verify(np.array(P), np.array(Q), guesses, u, rng.random())
            new += block
            for c in (cache, draft_cache):
                c.truncate(min(c.length, len(prompt_ids) + len(new) - 1))
            yield from block

    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    text, shown, n = "", 0, 0
    for token in tokens():
        if token == tokenizer.eos:
            reason = "stop"
            text += decoder.decode(b"", True)
            break
        n += 1
        text += decoder.decode(tokenizer.bytes[token])
        found = [text.index(s) for s in stop if s in text]
        if found:
            reason = "stop"
            text = text[:min(found)]
            break
        if n == max_tokens:
            reason = "length"
            text += decoder.decode(b"", True)
            break
        hold = 0
        for s in stop:
            for length in range(1, len(s)):
                if text.endswith(s[:length]):
                    hold = max(hold, length)
        safe = len(text) - hold
        if stream and safe > shown:
            yield {"text": text[shown:safe]}
            shown = safe
    yield {
        "text": text[shown:],
        "finish_reason": reason,
        "usage": {"prompt_tokens": len(prompt_ids), "completion_tokens": n, "total_tokens": len(prompt_ids) + n},
    }
