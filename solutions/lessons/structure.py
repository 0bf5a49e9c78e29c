"""The figures of the page on structure and the whole generator, and of its answers."""

from typing import Any

import numpy as np

from ..flashcards.as_text import percent, short
from ..scores.softmax_stable import softmax
from ..structure import complete_generate as whole
from ..structure import json_mask as masks
from ..structure import one_step as step
from ..structure import regex_mask as automata
from ..tiny_lm import model as tiny_lm
from .drawing import listed

PREFIX = "{"
AGE, PIECES = '{"age": 1', ["2", "}", "}}", ', "', "true"]
RIGHT, STEPS = 0.99, 50


class Scripted:
    """A model that writes the tokens 1, 2, 3, … of a tokenizer whose token 0 is EOS and token 1 the prompt."""

    eos = 0

    def __init__(self, texts: list[str]) -> None:
        self.bytes = [b"", b"x", *(each.encode() for each in texts)]

    def encode(self, text: str) -> list[int]:
        """Return the prompt's one id."""
        return [1]

    def new_cache(self) -> list[int]:
        """Return an empty cache."""
        return []

    def __call__(self, ids: list[int], cache: list[int]) -> np.ndarray:
        """Return logits whose largest is that of the next id."""
        cache += ids
        return np.eye(len(self.bytes))[[min(each + 1, len(self.bytes) - 1) for each in ids]]


def page() -> dict[str, str]:
    """Return what the mask lets through in the tiny model's vocabulary, and in the example."""
    tokenizer = tiny_lm.tokenizer()
    vocabulary = [each.decode("utf-8", "replace") for each in tokenizer.bytes]
    counts = [int(masks.json_mask(prefix, vocabulary, tokenizer.eos).sum()) for prefix in ("", PREFIX, '{"a": 1}')]
    return {
        "prefix": AGE,
        "vocabulary": str(len(vocabulary)),
        "first": str(counts[0]),
        "value": str(counts[1]),
        "end": str(counts[2]),
        "right": percent(RIGHT),
        "steps": str(STEPS),
        "whole": percent(RIGHT**STEPS),
    }


def json_mask() -> dict[str, str]:
    """Return which tokens may come, and whether the text may end."""
    mask = masks.json_mask(AGE, [*PIECES, ""], len(PIECES))
    may = [f"`{each}`" for each, is_free in zip(PIECES, mask, strict=False) if is_free]
    banned = [f"`{each}`" for each, is_free in zip(PIECES, mask, strict=False) if not is_free]
    return {"may": listed(may), "banned": listed(banned), "end": "may" if mask[-1] else "may not"}


def regex_mask() -> dict[str, str]:
    """Return what may come in state 1 of the task's automaton, and what without the token bc."""
    transitions, accepting, vocab = [{"a": 1}, {"b": 1, "c": 2}, {}], [2], ["a", "b", "bc", "ca", "cc"]
    index, _ = automata.regex_mask(transitions, accepting, [*vocab, ""], len(vocab))
    fewer = [each for each in vocab if each != "bc"]
    try:
        automata.regex_mask(transitions, accepting, [*fewer, ""], len(fewer))
    except ValueError:
        return {
            "may": listed([f"`{vocab[token]}`, to state {then}" for token, then in index[1].items()]),
            "banned": listed([f"`{each}`" for token, each in enumerate(vocab) if token not in index[1]]),
        }
    raise AssertionError("without bc the text cannot be finished")


def one_step() -> dict[str, str]:
    """Return the logits of the example after bias and penalty, and in the other order."""
    biased = step.shape_logits(np.array([2.0, 1.0, -1.0]), {0: -4.0}, [], 0, 0, 0)
    right = step.bend(np.array([2.0, 1.0, -1.0]), [0], [], {0: -4.0}, 2.0, 0.0, 0.0)
    first = step.bend(np.array([2.0, 1.0, -1.0]), [0], [], {}, 2.0, 0.0, 0.0)
    wrong = step.shape_logits(first, {0: -4.0}, [], 0, 0, 0)

    def numbers(logits: np.ndarray) -> str:
        return listed([f"{each:g}".replace("-", "−") for each in logits])

    return {
        "biased": f"{biased[0]:g}".replace("-", "−"),
        "right": numbers(right),
        "p": listed([short(each) for each in softmax(right)]),
        "wrong": numbers(wrong),
    }


def complete_generate() -> dict[str, str]:
    """Return the chunks of the task's example."""
    scripted: Any = Scripted([" sat", " ", "st", "op"])
    *chunks, last = whole.generate(scripted, scripted, "x", max_tokens=9, temperature=0, stop=["stop"])
    assert (last["finish_reason"], last["text"]) == ("stop", "")
    return {
        "chunks": listed([f'"{each["text"]}"' for each in chunks]),
        "reason": last["finish_reason"],
        "tokens": str(last["usage"]["completion_tokens"]),
    }
