"""Run each decoding strategy on a prompt, with the course's solutions and its tiny model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from grader.course.course import Solutions

DECIMALS = 6
"""Decimals of logits, so that a page has the same bytes on every machine."""


class PromptError(ValueError):
    """A prompt that the model cannot continue; the message says why."""


class Strategy(NamedTuple):
    """A decoding strategy: its name, a description for the page, and its settings."""

    name: str
    words: str
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0


class StrategyGroup(NamedTuple):
    """Strategies under one heading, in reading order."""

    title: str
    words: str
    strategies: tuple[Strategy, ...]


TEMPERATURES = StrategyGroup(
    "From cold to hot",
    "A low temperature lets the favourites win, a high one flattens the differences. Only 0 removes tokens.",
    (
        Strategy("Greedy", "Always takes the likeliest token. No dice, so no surprise and no way out of a loop.", 0.0),
        Strategy("Cold", "Favourites grow, and the others are left with little.", 0.3),
        Strategy("Cool", "A little more cautious than the model itself.", 0.7),
        Strategy("Pure sampling", "Draws from the model's own chances, rare tokens included."),
        Strategy("Warm", "Favourites lose; all others together gain.", 1.5),
        Strategy("Hot", "Hundreds of unlikely tokens together become likely. The text derails.", 2.0),
    ),
)
FILTERS = StrategyGroup(
    "Cutting the tail",
    "Filters remove unlikely tokens before the draw. What those had is shared out among the rest.",
    (
        Strategy("Top-k", "Keeps a fixed number of tokens, however sure the model is.", top_k=5),
        Strategy("Top-p", "Keeps the smallest group that holds a given share: few if the model is sure.", top_p=0.9),
        Strategy("All together", "As warm as above, but the tail is cut before the draw.", 1.5, 20, 0.9),
    ),
)
GROUPS = (TEMPERATURES, FILTERS)


class Stage(NamedTuple):
    """The next token's probabilities (V,) after one step: "model", "temperature", "top-k" or "top-p"."""

    step: str
    title: str
    p: np.ndarray


class Continuation(NamedTuple):
    """Generated text, its number of tokens, and whether the model ended it."""

    text: str
    tokens: int
    is_ended: bool


class StrategyColumn(NamedTuple):
    """One strategy with its stages, the model's own probabilities first, and its text."""

    strategy: Strategy
    stages: tuple[Stage, ...]
    continuation: Continuation


class PromptComparison(NamedTuple):
    """The data of a page.

    Attributes:
        prompt_tokens: the number of tokens in the prompt.
        max_tokens: the most tokens that each strategy may add.
        logits: (V,) the logits of the next token.
        ranked: all ids, the likeliest first.
        tokens: the bytes of every token; empty for the end-of-text token.
        groups: the groups of strategies, with a column for each strategy.
    """

    prompt: str
    prompt_tokens: int
    max_tokens: int
    seed: int
    logits: np.ndarray
    ranked: tuple[int, ...]
    tokens: tuple[bytes, ...]
    groups: tuple[tuple[StrategyGroup, tuple[StrategyColumn, ...]], ...]


def compare(
    solutions: Solutions, prompt: str, *, max_tokens: int, seed: int, groups: Sequence[StrategyGroup] = GROUPS
) -> PromptComparison:
    """Compute the tiny model's next token for a prompt, and continue it with each strategy and the same seed.

    Raises:
        PromptError: the prompt is empty or not valid text, or does not fit the context together with max_tokens.
    """
    tiny = solutions.reference("tiny_lm/model")
    model, tokenizer = tiny.load("target"), tiny.tokenizer()
    ids = _encoded(tokenizer, prompt, max_tokens, tiny.CONTEXT)
    logits = solutions.reference("loop/next_token_logits").next_logits(model, ids).round(DECIMALS)
    sampler = solutions.reference("picking/sampler_pipeline").next_distribution
    write = solutions.reference("structure/complete_generate").generate

    def column(strategy: Strategy) -> StrategyColumn:
        settings = {"temperature": strategy.temperature, "top_k": strategy.top_k, "top_p": strategy.top_p}
        (end,) = write(model, tokenizer, prompt, max_tokens=max_tokens, seed=seed, stream=False, **settings)
        is_ended = end["finish_reason"] == "stop"
        # the end-of-text token is counted in usage but has no text
        written = end["usage"]["completion_tokens"] - is_ended
        return StrategyColumn(strategy, stages(sampler, logits, strategy), Continuation(end["text"], written, is_ended))

    return PromptComparison(
        prompt=prompt,
        prompt_tokens=len(ids),
        max_tokens=max_tokens,
        seed=seed,
        logits=logits,
        ranked=tuple(solutions.reference("picking/nucleus_membership").nucleus(sampler(logits), 1.0)),
        tokens=tuple(tokenizer.bytes),
        groups=tuple((group, tuple(map(column, group.strategies))) for group in groups),
    )


def stages(sampler: Any, logits: np.ndarray, strategy: Strategy) -> tuple[Stage, ...]:
    """Return the probabilities after each step: the model's own, then each active step.

    Each stage is the whole sampler with the later steps switched off.
    """
    temperature, top_k, top_p = strategy.temperature, strategy.top_k, strategy.top_p
    found = [Stage("model", "model", sampler(logits))]
    if temperature != 1:
        found.append(Stage("temperature", f"T\u2009=\u2009{temperature:g}", sampler(logits, temperature)))
    if top_k:
        found.append(Stage("top-k", f"top-k {top_k}", sampler(logits, temperature, top_k)))
    if top_p < 1:
        found.append(Stage("top-p", f"top-p {top_p:g}", sampler(logits, temperature, top_k, top_p)))
    return tuple(found)


def _encoded(tokenizer: Any, prompt: str, max_tokens: int, context: int) -> list[int]:
    try:
        ids: list[int] = tokenizer.encode(prompt)
    except UnicodeEncodeError:
        raise PromptError("the prompt is not valid Unicode text; type it anew") from None
    if not ids:
        raise PromptError("the prompt is empty; give the beginning of a text, such as 'I think that'")
    room = context - len(ids) + 1  # the model never reads the last token that it generates
    if room < 1:
        raise PromptError(f"the prompt has {len(ids)} tokens, and the model's context holds {context}; shorten it")
    if max_tokens > room:
        raise PromptError(
            f"the prompt leaves no room for more than {room} in a context of {context}; use --tokens {room}"
        )
    return ids
