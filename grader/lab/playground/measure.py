"""Run each decoding strategy on a prompt, with the functions of the course."""

from typing import Any, NamedTuple

import numpy as np

from grader.course.course import Course
from grader.course.generator_table import Strategy, StrategyGroup, load_table
from grader.lab.generate import source

MODULE = "compared"
"""The module of `solutions/` that computes a page; docs/learning/compare.md lists what it has to define."""
DECIMALS = 6
"""Decimals of logits, so that a page has the same bytes on every machine."""


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
    """One strategy with its stages, the model's own probabilities first, and its text."""

    strategy: Strategy
    settings: dict[str, Any]
    """All settings, those at their defaults included."""
    stages: tuple[Stage, ...]
    continuation: Continuation

    @property
    def has_penalties(self) -> bool:
        """True if it changes the scores of tokens that the text already has."""
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


def compare(course: Course, prompt: str, *, max_tokens: int, seed: int, models: Any = None) -> PromptComparison:
    """Compute a model's next token for a prompt, and continue it with each strategy and the same seed.

    The strategies are those of the course's table. The course's own model writes, unless `models` has another `model`
    and its `tokenizer`.

    Raises:
        PromptError: the prompt is empty or not valid text, or does not fit the context together with max_tokens.
    """
    table, compared = load_table(course), source.find(course.solutions, MODULE)
    model, tokenizer = (models.model, models.tokenizer) if models else compared.own_model()
    ids = _encoded(tokenizer, prompt, max_tokens, model.context)
    logits = compared.logits(model, ids).round(DECIMALS)

    def column(strategy: Strategy) -> StrategyColumn:
        settings = table.defaults() | {"max_tokens": max_tokens, "seed": seed} | (strategy.settings or {})
        chances = tuple(Stage(*stage) for stage in compared.stages(logits, ids, settings))
        text = Continuation(*compared.written(model, tokenizer, prompt, settings))
        return StrategyColumn(strategy, settings, chances, text)

    return PromptComparison(
        prompt=prompt,
        prompt_tokens=len(ids),
        max_tokens=max_tokens,
        seed=seed,
        logits=logits,
        ranked=tuple(compared.ranked(logits)),
        tokens=tuple(tokenizer.bytes),
        groups=tuple((group, tuple(map(column, group.strategies))) for group in table.compare),
    )


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
        what = f"the prompt leaves no room for more than {room} in a context of {context}"
        raise PromptError(f"{what}; use --tokens {room}")
    return ids
