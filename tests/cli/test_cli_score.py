"""`learn score`: how well the model predicts a text, in the terminal and as JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from workplace import Workplace

from grader.cli import score as command

TEXT = "The capital of France is Paris. The sky is green."


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def test_what_surprises_is_seen(place: Workplace) -> None:
    ran = place.learn("score", TEXT)
    assert (ran.code, ran.err) == (0, "")
    rows = {line.split('"')[1]: line for line in ran.out.splitlines() if line.startswith('"')}
    assert rows[" green"].endswith('rather " blue" .998')
    assert "rather" not in rows[" Paris"]
    assert "11 of 12 tokens predicted" in ran.out


def test_json_adds_up(place: Workplace) -> None:
    data = json.loads(place.learn("score", TEXT, "--format", "json").out)
    logprobs = [token["logprob"] for token in data["tokens"][1:]]
    assert data["tokens"][0]["logprob"] is None
    assert data["log_probability"] == pytest.approx(sum(logprobs))
    assert data["perplexity"] == pytest.approx(math.exp(-sum(logprobs) / len(logprobs)))
    assert [token["top"][0]["probability"] for token in data["tokens"][1:]] == pytest.approx(
        [max(one["probability"] for one in token["top"]) for token in data["tokens"][1:]]
    )


def test_the_heat_map_is_painted_on_a_terminal_only(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "surprise: " not in place.learn("score", TEXT).out
    monkeypatch.setattr(command, "has_color", lambda: True)
    assert "surprise: " in place.learn("score", TEXT).out


def test_one_token_has_nothing_to_predict(place: Workplace) -> None:
    assert "nothing in it was to be predicted" in place.learn("score", "a").out
    data = json.loads(place.learn("score", "a", "--format", "json").out)
    assert data["perplexity"] is None


def test_a_text_that_is_too_long_is_refused(place: Workplace) -> None:
    ran = place.learn("score", "no " * 600)
    assert ran.code == 2
    assert "the model's context holds 512; shorten it" in ran.err
