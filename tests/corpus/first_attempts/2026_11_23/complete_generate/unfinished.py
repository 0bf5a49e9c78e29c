"""The whole generator: a prompt and settings in, the text out, piece by piece."""

from collections.abc import Iterator, Sequence
from typing import Any
import numpy as np
from one_step import step_probs
from sample_with_u import sample


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
    rng = np.random.default_rng(seed)
    ids = tokenizer.encode(prompt)
    cache = model.new_cache()
    new = []
    data = b""
    feed = ids
    finish = "length"
    text = ""
    while len(new) < max_tokens:
        logits = model(feed, cache)[-1]
        p = step_probs(
            logits, ids, new, logit_bias=logit_bias, repetition_penalty=repetition_penalty,
            frequency_penalty=frequency_penalty, presence_penalty=presence_penalty,
            temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p,
        )
        token = sample(p, rng.random())
        new.append(token)
        feed = [token]
        if token == tokenizer.eos:
            finish = "stop"
            break
        data += tokenizer.bytes[token]
        text = data.decode("utf-8", errors="replace")
        hits = [text.index(s) for s in stop if s in text]
        if hits:
            text = text[:min(hits)]
            finish = "stop"
            break
    # TODO stream, draft
    usage = {
        "prompt_tokens": len(ids),
        "completion_tokens": len(new),
        "total_tokens": len(ids) + len(new),
    }
    yield {"text": text, "finish_reason": finish, "usage": usage}
