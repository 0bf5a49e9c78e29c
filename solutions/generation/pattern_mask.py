"""Keep a text within a regular expression: its masks, computed once before the first token by `regex_mask`."""

from typing import Any

import numpy as np

from ..structure.regex_mask import regex_mask
from .automaton import PatternError, automaton
from .models import Shape


def token_texts(tokenizer: Any) -> list[str]:
    """Return the texts of all tokens, "" where one has none of its own."""
    return list(map(_whole_text, tokenizer.bytes))


def _whole_text(portion: bytes) -> str:
    try:
        return portion.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def only_pattern(tokenizer: Any, pattern: str) -> Shape:
    """Return the shape that scores with -inf what would keep the new text from matching a pattern.

    Args:
        tokenizer: has `bytes` and `eos`.
        pattern: what `automaton` reads; the prompt is no part of what it matches.

    Raises:
        PatternError: the pattern cannot be read.
        ValueError: no text of this vocabulary matches it.
    """
    vocabulary = token_texts(tokenizer)
    transitions, accepting = automaton(pattern, "".join(vocabulary))
    index, masks = regex_mask(transitions, accepting, vocabulary, tokenizer.eos)
    masks = np.asarray(masks, dtype=bool)

    def shape(logits: np.ndarray, generated: list[int]) -> np.ndarray:
        state = 0
        for token in generated:
            state = index[state][token]
        return np.where(masks[state], logits, -np.inf)

    return shape


def pattern_problem(tokenizer: Any, pattern: str) -> str:
    """Say why no text can be written for a pattern, or nothing."""
    try:
        only_pattern(tokenizer, pattern)
    except PatternError as error:
        return f"--regex: {error}"
    except ValueError:
        return "--regex: no text that the tokens of this model can write matches the pattern; give another one"
    return ""
