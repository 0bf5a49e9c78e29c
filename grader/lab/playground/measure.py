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
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    frequency_penalty: float = 0.0

    @property
    def has_penalties(self) -> bool:
        """True if it changes the scores of tokens that the text already has."""
        return self.repetition_penalty != 1 or self.frequency_penalty != 0


SETTINGS = Strategy._fields[2:]


class StrategyGroup(NamedTuple):
    """Strategies under one heading, in reading order."""

    title: str
    words: str
    strategies: tuple[Strategy, ...]


TEMPERATURES = StrategyGroup(
    "From cold to hot",
    "A low temperature lets the favorites win, a high one flattens the differences. Only 0 removes tokens.",
    (
        Strategy("Greedy", "Always takes the likeliest token. No dice, so no surprise and no way out of a loop.", 0.0),
        Strategy("Cold", "Favorites grow, and the others are left with little.", 0.3),
        Strategy("Cool", "A little more cautious than the model itself.", 0.7),
        Strategy("Pure sampling", "Draws from the model's own chances, rare tokens included."),
        Strategy("Warm", "Favorites lose; all others together gain.", 1.5),
        Strategy("Hot", "Hundreds of unlikely tokens together become likely. The text derails.", 2.0),
    ),
)
FILTERS = StrategyGroup(
    "Cutting the tail",
    "Filters remove unlikely tokens before the draw. What those had is shared out among the rest.",
    (
        Strategy("Top-k", "Keeps a fixed number of tokens, however sure the model is.", top_k=5),
        Strategy("Top-p", "Keeps the smallest group that holds a given share: few if the model is sure.", top_p=0.9),
        Strategy("Min-p", "Cuts tokens that are far less likely than the best: few if the model is unsure.", min_p=0.1),
    ),
)
MORE = StrategyGroup(
    "Against loops, and all together",
    "Penalties lower the scores of tokens that the text already has, before anything else.",
    (
        Strategy(
            "Repetition penalty",
            "Lowers each token of the prompt and the text, so greedy decoding can leave a loop.",
            0.0,
            repetition_penalty=1.3,
        ),
        Strategy(
            "Frequency penalty",
            "Lowers a token further each time it is generated. The prompt does not count.",
            0.0,
            frequency_penalty=1.0,
        ),
        Strategy("All together", "As warm as above, but the tail is cut before the draw.", 1.5, 20, 0.9),
    ),
)
GROUPS = (TEMPERATURES, FILTERS, MORE)


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
    solutions: Solutions,
    prompt: str,
    *,
    max_tokens: int,
    seed: int,
    groups: Sequence[StrategyGroup] = GROUPS,
    models: Any = None,
) -> PromptComparison:
    """Compute a model's next token for a prompt, and continue it with each strategy and the same seed.

    The course's tiny model writes, unless `models` has another `model` and its `tokenizer`.

    Raises:
        PromptError: the prompt is empty or not valid text, or does not fit the context together with max_tokens.
    """
    if models is None:
        tiny = solutions.reference("tiny_lm/model")
        model, tokenizer = tiny.load("target"), tiny.tokenizer()
    else:
        model, tokenizer = models.model, models.tokenizer
    ids = _encoded(tokenizer, prompt, max_tokens, model.context)
    logits = solutions.reference("loop/next_token_logits").next_logits(model, ids).round(DECIMALS)
    sampler = solutions.reference("picking/sampler_pipeline").next_distribution
    whole = solutions.reference("structure/complete_generate")
    bend = solutions.reference("structure/one_step").bend

    def column(strategy: Strategy) -> StrategyColumn:
        settings = {name: getattr(strategy, name) for name in SETTINGS}
        (end,) = whole.generate(model, tokenizer, prompt, max_tokens=max_tokens, seed=seed, stream=False, **settings)
        is_ended = end["finish_reason"] == "stop"
        # the end-of-text token is counted in usage but has no text
        written = end["usage"]["completion_tokens"] - is_ended
        bent = bend(logits, ids, [], {}, strategy.repetition_penalty, strategy.frequency_penalty, 0.0)
        chances = stages(sampler, logits, bent, strategy)
        return StrategyColumn(strategy, chances, Continuation(end["text"], written, is_ended))

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


def stages(sampler: Any, logits: np.ndarray, bent: np.ndarray, strategy: Strategy) -> tuple[Stage, ...]:
    """Return the probabilities after each step: the model's own, then each active step.

    Each stage is the whole sampler with the later steps switched off; `bent` are the logits after the penalties.
    """
    temperature, top_k, top_p, min_p = strategy[2:6]
    found = [Stage("model", "model", sampler(logits))]
    if strategy.has_penalties:
        named = {"repetition": strategy.repetition_penalty, "frequency": strategy.frequency_penalty}
        title = ", ".join(f"{name} {value:g}" for name, value in named.items() if value != (name == "repetition"))
        found.append(Stage("penalties", title, sampler(bent)))
    if temperature != 1:
        found.append(Stage("temperature", f"T\u2009=\u2009{temperature:g}", sampler(bent, temperature)))
    if top_k:
        found.append(Stage("top-k", f"top-k {top_k}", sampler(bent, temperature, top_k)))
    if top_p < 1:
        found.append(Stage("top-p", f"top-p {top_p:g}", sampler(bent, temperature, top_k, top_p)))
    if min_p:
        found.append(Stage("min-p", f"min-p {min_p:g}", sampler(bent, temperature, top_k, top_p, min_p)))
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
