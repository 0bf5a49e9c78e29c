"""Compute a column of `learn compare`: the next token's probabilities after each step, and the text."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .picking.nucleus_membership import nucleus
from .picking.sampler_pipeline import next_distribution
from .structure.complete_generate import generate
from .structure.one_step import bend
from .tiny_lm import model as tiny_lm


def own_model() -> tuple[Any, Any]:
    """Return the course's model and its tokenizer."""
    return tiny_lm.load("target"), tiny_lm.tokenizer()


def logits(model: Any, ids: list[int]) -> np.ndarray:
    """Return the logits (V,) of the token after a prompt."""
    row: np.ndarray = model(ids)[-1]
    return row


def ranked(logits: np.ndarray) -> list[int]:
    """Return all ids, the likeliest first."""
    return nucleus(next_distribution(logits), 1.0)


def stages(logits: np.ndarray, ids: list[int], settings: dict[str, Any]) -> Iterator[tuple[str, str, np.ndarray]]:
    """Yield the step, its title, and the probabilities (V,) after it: the model's own, then each active step.

    Each stage is the whole sampler with the later steps switched off.

    Args:
        logits: (V,) the logits of the token after the prompt.
        ids: the prompt's.
        settings: of the strategy, all of them.
    """
    yield "model", "model", next_distribution(logits)
    repetition, frequency = settings["repetition_penalty"], settings["frequency_penalty"]
    bent = bend(logits, ids, [], {}, repetition, frequency, 0.0)
    if repetition != 1 or frequency != 0:
        named = {"repetition": repetition, "frequency": frequency}
        title = ", ".join(f"{name} {value:g}" for name, value in named.items() if value != (name == "repetition"))
        yield "penalties", title, next_distribution(bent)
    temperature, top_k, top_p, min_p = (settings[name] for name in ("temperature", "top_k", "top_p", "min_p"))
    if temperature != 1:
        yield "temperature", f"T\u2009=\u2009{temperature:g}", next_distribution(bent, temperature)
    if top_k:
        yield "top-k", f"top-k {top_k}", next_distribution(bent, temperature, top_k)
    if top_p < 1:
        yield "top-p", f"top-p {top_p:g}", next_distribution(bent, temperature, top_k, top_p)
    if min_p:
        yield "min-p", f"min-p {min_p:g}", next_distribution(bent, temperature, top_k, top_p, min_p)


def written(model: Any, tokenizer: Any, prompt: str, settings: dict[str, Any]) -> tuple[str, int, bool]:
    """Return the text after a prompt, how many tokens it has, and whether the model ended it."""
    (end,) = generate(model, tokenizer, prompt, stream=False, **settings)
    is_ended = end["finish_reason"] == "stop"
    # the end-of-text token is counted in usage but has no text
    return end["text"], end["usage"]["completion_tokens"] - is_ended, is_ended
