"""The whole generator: a prompt and settings in, the text out, piece by piece."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ..loop.finish_reason import finish_reason
from ..loop.stop_sequences import refuse_empty
from ..loop.stream_hold_back import stream as hold_back
from ..picking.sample_with_u import sample
from ..speculative.verify_block import verify
from ..text.utf8_stream import decode_stream
from .one_step import step_probs

Chunk = dict[str, Any]
Distribution = Callable[[np.ndarray, list[int]], np.ndarray]
"""Makes the probabilities (V,) of the next token from its logits (V,) and the tokens generated before it."""


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

    Three parts work hand in hand: how logits become probabilities, where tokens come from, and how tokens become text.

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

    Source: OpenAI API reference, chat completions, for the settings; Leviathan et al. 2023 for the draft.
    """
    ids = tokenizer.encode(prompt)
    if not ids:
        raise ValueError("the prompt must have at least one token")
    if max_tokens < 1:
        raise ValueError(f"max_tokens must be 1 or more, but it is {max_tokens}")
    refuse_empty(list(stop))

    settings = {
        "logit_bias": logit_bias,
        "repetition_penalty": repetition_penalty,
        "frequency_penalty": frequency_penalty,
        "presence_penalty": presence_penalty,
        "temperature": temperature,
        "top_k": top_k,
        "top_p": top_p,
        "min_p": min_p,
    }

    def distribution(logits: np.ndarray, generated: list[int]) -> np.ndarray:
        return step_probs(logits, ids, generated, **settings)

    rng = np.random.default_rng(seed)
    if draft is None:
        blocks = one_by_one(model, ids, distribution, rng)
    else:
        blocks = in_blocks(model, draft, ids, distribution, rng, gamma)
    chunks = written(chain.from_iterable(blocks), tokenizer, len(ids), max_tokens, list(stop))
    yield from chunks if stream else in_one_piece(chunks)


def one_by_one(model: Any, prompt: list[int], distribution: Distribution, rng: Any) -> Iterator[list[int]]:
    """Yield tokens without end, each in a block of its own; a pass of the model sees only what is new.

    A pass is made when its token is asked for, so there is none after the last token.
    """
    cache = model.new_cache()
    generated: list[int] = []
    unseen = prompt  # the prefill; afterwards always a single token
    while True:
        logits = model(unseen, cache)[-1]
        token = sample(distribution(logits, generated), rng.random())
        generated.append(token)
        unseen = [token]
        yield [token]


def in_blocks(
    target: Any, draft: Any, prompt: list[int], distribution: Distribution, rng: Any, gamma: int
) -> Iterator[list[int]]:
    """Yield blocks of tokens without end; a draft model guesses gamma of them, and one pass of the target judges them.

    Both models' logits go through the same steps. The text has the target's odds in any case; but a draft that is
    shaped alike is accepted far more often.
    """
    target_cache, draft_cache = target.new_cache(), draft.new_cache()
    generated: list[int] = []
    while True:
        drafted: list[int] = []
        guesses = []  # the draft's distributions, one for each drafted token
        for _ in range(gamma):
            so_far = [*generated, *drafted]
            logits = draft([*prompt, *so_far][draft_cache.length :], draft_cache)[-1]
            guesses.append(distribution(logits, so_far))
            drafted.append(sample(guesses[-1], rng.random()))
        rows = target([*prompt, *generated, *drafted][target_cache.length :], target_cache)[-gamma - 1 :]
        judged = [distribution(row, [*generated, *drafted[:place]]) for place, row in enumerate(rows)]
        u = [rng.random() for _ in drafted]
        block = verify(np.array(judged), np.array(guesses), drafted, u, rng.random())
        generated += block
        for cache in (target_cache, draft_cache):  # all of the text but its newest token may stay
            cache.truncate(min(cache.length, len(prompt) + len(generated) - 1))
        yield block


def written(
    tokens: Iterator[int], tokenizer: Any, prompt_tokens: int, max_tokens: int, stop: list[str]
) -> Iterator[Chunk]:
    """Yield the text of tokens as soon as it may be shown, take no token too many, and report at the end.

    The functions for bytes and for stop sequences want everything so far, and are asked again after every token: next to
    a pass of the model that costs nothing.
    """
    vocabulary, eos = tokenizer.bytes, tokenizer.eos
    portions: list[bytes] = []  # the bytes of each token
    picked, reason = 0, None
    while reason is None:
        token = next(tokens)
        picked += 1
        is_eos = token == eos
        if not is_eos:
            portions.append(vocabulary[token])
        *pieces, unfinished = decode_stream(portions)
        reason = finish_reason(picked, max_tokens, is_eos, "".join(pieces), stop)
        *shown, held = hold_back(pieces, stop)
        if not is_eos and shown[-1]:
            yield {"text": shown[-1]}
    if reason != "stop_sequence" and unfinished:  # a character that was never finished is part of the text, too
        held = "".join(hold_back([*pieces, unfinished], stop)[len(pieces) :])
    yield respond(held, reason, prompt_tokens, picked)


def respond(text: str, reason: str, prompt_tokens: int, completion_tokens: int) -> Chunk:
    """Return what the caller gets at the end: the text, why it ended, and what it has cost.

    Args:
        text: the visible text.
        reason: why the loop ended: "eos", "stop_sequence" or "max_tokens".
        prompt_tokens: the number of ids in the prompt.
        completion_tokens: the number of tokens picked, EOS and those of a stop sequence included.

    Source: OpenAI API reference, chat completions, the objects choice and usage.
    """
    usage = {
        "prompt_tokens": prompt_tokens,
        "completion_tokens": completion_tokens,
        "total_tokens": prompt_tokens + completion_tokens,
    }
    return {"text": text, "finish_reason": "length" if reason == "max_tokens" else "stop", "usage": usage}


def in_one_piece(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Yield the last chunk only, with all of the text."""
    collected = list(chunks)
    yield {**collected[-1], "text": "".join(chunk["text"] for chunk in collected)}
