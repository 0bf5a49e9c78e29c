"""The reader behind `learn tokenize`, held against the tokenizer and against formulas."""

import math
from typing import Any

import numpy as np
import pytest

from grader.course import find
from grader.course.course import Solutions

READER: Any = Solutions(find()).reference("reader")
GENERATOR: Any = Solutions(find()).reference("generator")
TEXTS = [
    "The capital of France is Paris.",
    "a",
    "  two  spaces\n\ttab",
    "日本語 🙂🙂 naïve",
    "x" * 200,
    "3.14159 + 2 = 5",
]


def read(**request: Any) -> list[dict[str, Any]]:
    """Return the events of a request."""
    events: list[dict[str, Any]] = []
    assert READER.problem(request) == ""
    READER.run(request, events.append)
    return events


@pytest.mark.parametrize("text", TEXTS)
def test_tokens_spell_the_text(text: str) -> None:
    assert b"".join(each["piece"]["text"] for each in read(text=text)) == text.encode()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("train_on", [None, "the cat sat on the mat, the cat sat, naïve naïve 日本語"])
def test_merges_end_with_the_tokens(text: str, train_on: str | None) -> None:
    request: dict[str, Any] = {"text": text, "train_on": train_on, "n_merges": 30}
    pieces = [each["piece"]["text"] for each in read(**request)]
    steps = [each["merging"]["steps"] for each in read(**request, what="merges")]
    for word in steps:
        assert [len(step) for step in word] == sorted((len(step) for step in word), reverse=True)
        assert len({b"".join(step) for step in word}) == 1
        assert all(len(piece) == 1 for piece in word[0])
    last = [piece for word in steps for piece in word[-1]]
    assert [piece for piece in pieces if len(piece) > 1] == [piece for piece in last if len(piece) > 1]


def test_a_text_is_scored_as_the_model_predicts_it() -> None:
    text = "The capital of France is Paris."
    from_reader = [each["scored"] for each in read(text=text, what="scores")]
    model = GENERATOR.tiny_lm.load("target")
    ids = GENERATOR.tiny_lm.tokenizer().encode(text)
    rows = model(ids, model.new_cache())
    for place in range(1, len(ids)):
        logits = rows[place - 1]
        log_probability = logits[ids[place]] - np.logaddexp.reduce(logits)
        assert math.log(from_reader[place]["chance"]) == pytest.approx(log_probability, abs=1e-9)
        p = np.exp(logits - np.logaddexp.reduce(logits))
        assert from_reader[place]["entropy"] == pytest.approx(-(p * np.log2(p)).sum(), abs=1e-9)
        assert from_reader[place]["likelier"] == int((logits > logits[ids[place]]).sum())
    assert from_reader[0]["chance"] is None


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"text": ""}, "empty"),
        ({"text": "\ud800"}, "not valid Unicode"),
        ({"text": "a", "train_on": "\ud800"}, "not valid Unicode"),
        ({"text": "no " * 600, "what": "scores"}, "context holds 512"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_in_words(request_: dict[str, Any], words: str) -> None:
    assert words in READER.problem(request_)


def test_learned_merges_are_the_texts_own() -> None:
    pieces = [each["piece"]["text"] for each in read(text="banana", train_on="banana banana", n_merges=2)]
    assert pieces == [b"b", b"an", b"ana"]
