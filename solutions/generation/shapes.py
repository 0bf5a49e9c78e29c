"""Settings that loops don't know: the logits to choose from, made from the model's own and the tokens generated."""

from typing import Any

import numpy as np

from ..bending.bias_ban_min_tokens import shape_logits
from ..structure.json_mask import json_mask
from ..structure.one_step import bend
from .models import Shape
from .pattern_mask import only_pattern, token_texts
from .request import Request


def shapes_of(asked: Request, ids: list[int], tokenizer: Any, *, is_bent: bool) -> dict[str, Shape]:
    """Return the shapes of a request's settings by name; bias and penalties only if `is_bent`.

    Args:
        asked: the request.
        ids: the prompt's.
        tokenizer: has `bytes` and `eos`.
        is_bent: whether the loop does not know of them.
    """
    found: dict[str, Shape] = {}
    if asked.json:
        found["JSON"] = only_json(tokenizer, "" if asked.chat else asked.prompt)
    if asked.regex is not None:
        found["regex"] = only_pattern(tokenizer, asked.regex)
    if asked.min_tokens:
        found["bans"] = without_early_end(asked.min_tokens, tokenizer.eos)
    if is_bent:
        names = ("repetition_penalty", "frequency_penalty", "presence_penalty")
        penalties = [asked.settings[name] for name in names]
        found["bias"] = lambda logits, generated: shape_logits(logits, asked.logit_bias, [], 0, 0, 0)  # no bans here
        found["penalties"] = lambda logits, generated: bend(logits, ids, generated, {}, *penalties)
    return found


def only_json(tokenizer: Any, prompt: str) -> Shape:
    """Return the shape that scores with -inf what would break the JSON that is being written.

    A prompt that begins an object is taken as a part of it; otherwise the new text alone is JSON.
    """
    vocabulary = token_texts(tokenizer)
    beginning = prompt.lstrip()
    try:
        json_mask(beginning, vocabulary, tokenizer.eos)
    except ValueError:  # the task asks for it: no JSON begins like that
        beginning = ""
    if not beginning.startswith("{"):
        beginning = ""

    def shape(logits: np.ndarray, generated: list[int]) -> np.ndarray:
        new = b"".join(tokenizer.bytes[token] for token in generated).decode("utf-8", "replace")
        return np.where(json_mask(beginning + new, vocabulary, tokenizer.eos), logits, -np.inf)

    return shape


def without_early_end(min_tokens: int, eos: int) -> Shape:
    """Return the shape that bans eos as long as the text is too short.

    Where nothing else is left to choose from, eos is allowed: the text ends.
    """

    def shape(logits: np.ndarray, generated: list[int]) -> np.ndarray:
        shaped = shape_logits(logits, {}, [], eos, len(generated), min_tokens)
        if np.isneginf(shaped).all():
            shaped[eos] = 0.0
        return shaped

    return shape


def lenient(mask: Shape) -> Shape:
    """Return a mask that leaves all tokens that it allows alike where it would leave nothing."""

    def shape(logits: np.ndarray, generated: list[int]) -> np.ndarray:
        masked = mask(logits, generated)
        return mask(np.zeros_like(logits), generated) if np.isneginf(masked).all() else masked

    return shape
