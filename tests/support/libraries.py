"""The libraries that our functions are compared with (tests/conformance.txt), and our functions."""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from grader.course import find
from grader.course.course import Solutions

SOLUTIONS = Solutions(find())
CASES = 200
"""How many random cases show that two functions mean the same."""
SINGLE = 2e-5
"""How far apart results may be where one side computes with 32 bits."""


def ours(place: str, function: str) -> Callable[..., Any]:
    """Return a function of a reference solution."""
    found: Callable[..., Any] = getattr(SOLUTIONS.reference(place), function)
    return found


def library(name: str) -> Any:
    """Import a library, or skip; what it warns of while it is imported is not our business."""
    top = name.partition(".")[0]
    if importlib.util.find_spec(top) is None:
        pytest.skip(f"{top} is not installed; pip install -r tests/conformance.txt brings it")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def tokenizer_of(pieces: list[str]) -> Any:
    """Return a tokenizer of Transformers with these tokens, numbered in this order, and then the letters a to f.

    Its stop strings want those letters.
    """
    tokenizers = library("tokenizers")
    vocabulary = dict.fromkeys([*pieces, *"abcdef"])
    model = tokenizers.models.BPE(vocab={piece: place for place, piece in enumerate(vocabulary)}, merges=[])
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.decoder = tokenizers.decoders.Fuse()
    return library("transformers").PreTrainedTokenizerFast(tokenizer_object=tokenizer)
