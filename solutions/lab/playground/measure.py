"""Run each decoding strategy on a prompt: the next token's probabilities after each step, and the text."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...generation.request import SETTINGS
from ...picking.nucleus_membership import nucleus
from ...picking.sampler_pipeline import next_distribution
from ...structure.complete_generate import generate
from ...structure.one_step import bend
from ...tiny_lm import model as tiny_lm
from .strategies import GROUPS, Strategy, StrategyGroup

DECIMALS = 6
"""Decimals of logits, so that a page has the same bytes on every machine."""
MAX_TOKENS = 40
"""How many tokens each strategy may add."""


class PromptError(ValueError):
    """A prompt that the model cannot continue; the message says why."""


class Stage(NamedTuple):
    """The next token's probabilities (V,) after one step: "model", "penalties", "temperature", "top-k", "top-p" or "min-p"."""

    step: str
    title: str
    p: np.ndarray


class Continuation(NamedTuple):
    """Generated text, its number of tokens, and whether the model ended it."""

    text: str
    tokens: int
    is_ended: bool


class StrategyColumn(NamedTuple):
    """One strategy with all its settings, its stages, the model's own probabilities first, and its text."""

    strategy: Strategy
    settings: dict[str, Any]
    stages: tuple[Stage, ...]
    continuation: Continuation

    @property
    def has_penalties(self) -> bool:
        return any(stage.step == "penalties" for stage in self.stages)


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


def compare(prompt: str, *, seed: int, max_tokens: int = MAX_TOKENS) -> PromptComparison:
    """Compute the tiny model's next token for a prompt, and continue it with each strategy and the same seed.

    Raises:
        PromptError: the prompt is empty or not valid text, or does not fit the context together with max_tokens.
    """
    model, tokenizer = tiny_lm.load("target"), tiny_lm.tokenizer()
    ids = _encoded(tokenizer, prompt, max_tokens, model.context)
    logits = model(ids)[-1].round(DECIMALS)

    def column(strategy: Strategy) -> StrategyColumn:
        settings = SETTINGS | {"max_tokens": max_tokens, "seed": seed} | strategy.settings
        (end,) = generate(model, tokenizer, prompt, stream=False, **settings)
        is_ended = end["finish_reason"] == "stop"
        # the end-of-text token is counted in usage but has no text
        text = Continuation(end["text"], end["usage"]["completion_tokens"] - is_ended, is_ended)
        return StrategyColumn(strategy, settings, tuple(stages(logits, ids, settings)), text)

    return PromptComparison(
        prompt=prompt,
        prompt_tokens=len(ids),
        max_tokens=max_tokens,
        seed=seed,
        logits=logits,
        ranked=tuple(nucleus(next_distribution(logits), 1.0)),
        tokens=tuple(tokenizer.bytes),
        groups=tuple((group, tuple(map(column, group.strategies))) for group in GROUPS),
    )


def stages(logits: np.ndarray, ids: list[int], settings: dict[str, Any]) -> Iterator[Stage]:
    """Yield the probabilities (V,) of the model's own, then after each active step.

    Each stage is the whole sampler with the later steps switched off.

    Args:
        logits: (V,) the logits of the token after the prompt.
        ids: the prompt's.
        settings: of the strategy, all of them.
    """
    yield Stage("model", "model", next_distribution(logits))
    repetition, frequency = settings["repetition_penalty"], settings["frequency_penalty"]
    bent = bend(logits, ids, [], {}, repetition, frequency, 0.0)
    if repetition != 1 or frequency != 0:
        named = {"repetition": repetition, "frequency": frequency}
        title = ", ".join(f"{name} {value:g}" for name, value in named.items() if value != (name == "repetition"))
        yield Stage("penalties", title, next_distribution(bent))
    temperature, top_k, top_p, min_p = (settings[name] for name in ("temperature", "top_k", "top_p", "min_p"))
    if temperature != 1:
        yield Stage("temperature", f"T\u2009=\u2009{temperature:g}", next_distribution(bent, temperature))
    if top_k:
        yield Stage("top-k", f"top-k {top_k}", next_distribution(bent, temperature, top_k))
    if top_p < 1:
        yield Stage("top-p", f"top-p {top_p:g}", next_distribution(bent, temperature, top_k, top_p))
    if min_p:
        yield Stage("min-p", f"min-p {min_p:g}", next_distribution(bent, temperature, top_k, top_p, min_p))


def _encoded(tokenizer: Any, prompt: str, max_tokens: int, context: int) -> list[int]:
    try:
        ids: list[int] = tokenizer.encode(prompt)
    except UnicodeEncodeError:
        raise PromptError("the prompt is not valid Unicode text; type it anew") from None
    if not ids:
        raise PromptError("the prompt is empty; give the beginning of a text, such as 'I think that'")
    most = context - max_tokens + 1  # the model never reads the last token that it generates
    if len(ids) > most:
        raise PromptError(f"the prompt has {len(ids)} tokens, and there is room for {most}; shorten it")
    return ids
