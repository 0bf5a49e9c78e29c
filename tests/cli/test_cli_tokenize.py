"""`learn tokenize` and `learn model`: a text's tokens, merges and scores, and the real model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import small_gguf
from learner_sets import passed_set
from places import COURSE
from workplace import Workplace

from grader.files import extras

TEXT = "The capital of France is Paris. The sky is green."
TEXT_OUTPUT: Any = COURSE.solutions.reference("lab/text_output")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used, with a folder of models and no network."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    monkeypatch.setenv("LEARN_MODELS", str(tmp_path / "mod els é"))
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "no index").as_uri())
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def test_tokens_are_shown_with_ids_and_bytes(place: Workplace) -> None:
    ran = place.learn("tokenize", "The cat")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("The| cat\n")
    assert '"The"                     54 68 65\n' in ran.out
    assert ran.out.endswith("2 tokens for 7 bytes\n")


def test_scores_show_what_surprises(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = place.learn("tokenize", "--score", TEXT)
    assert (ran.code, ran.err) == (0, "")
    rows = {line.split('"')[1]: line for line in ran.out.splitlines() if line.startswith('"')}
    assert rows[" green"].endswith('rather " blue" .998')
    assert "rather" not in rows[" Paris"]
    assert "11 of 12 tokens predicted" in ran.out
    assert "surprise: " not in ran.out
    monkeypatch.setattr(TEXT_OUTPUT, "has_color", lambda: True)
    assert "surprise: " in place.learn("tokenize", "--score", TEXT).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("",), "the text is empty"),
        (("a", "--merges", "3"), "--merges is for --train FILE"),
        (("a", "--score", "--steps"), "--score does not go with --steps or --train"),
        (("a", "--train", "latin.txt"), "latin.txt cannot be read as UTF-8 text"),
        (("a", "--train", "empty.txt"), "1 to 1,048,576 can be learned from"),
        (("no " * 600, "--score"), "the model's context holds 512; shorten it"),
        (("a", "--model", "other"), "there is no model 'other'"),
    ],
)
def test_wrong_usage_is_one_sentence(place: Workplace, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xff")
    place.write("empty.txt", "")
    ran = place.learn("tokenize", *arguments)
    assert (ran.code, ran.out, words in ran.err) == (2, "", True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "used"),
    [(("The 🙂", "--steps"), "bpe_encode"), ((TEXT, "--score"), "softmax_stable, bpe_encode, log_probs, kv_cache")],
)
def test_your_own_functions_read_the_same(
    place: Workplace, tmp_path: Path, arguments: tuple[str, ...], used: str
) -> None:
    passed_set(COURSE, tmp_path, ("bpe_encode", "softmax_stable", "log_probs", "kv_cache"))
    ran = place.command("tokenize", *arguments, "--mine")
    assert ran.err == f"Yours: {used}.\n"
    assert (ran.code, ran.out) == (0, place.command("tokenize", *arguments).out)


@pytest.mark.slow
def test_a_real_model_reads(place: Workplace, tmp_path: Path) -> None:
    for library in ("gguf", "tokenizers"):
        pytest.importorskip(library)
    (tmp_path / "mod els é").mkdir()
    small_gguf.install(tmp_path / "mod els é", small_gguf.weights())
    assert place.learn("tokenize", "hello", "--model", "smollm2").out.startswith("hello\n")
    assert "perplexity" in place.learn("tokenize", "--score", "hello hello hell", "--model", "smollm2").out
    ran = place.learn("tokenize", "hello", "--model", "smollm2", "--steps")
    assert (ran.code, "does not show its merges" in ran.err) == (2, True)


@pytest.mark.slow
def test_without_a_network_the_sentence_says_what_to_fetch_by_hand(place: Workplace, tmp_path: Path) -> None:
    pytest.importorskip("gguf", reason='gguf is not installed: pip install "token-by-token[llm]"')
    ran = place.learn("model", "get", "smollm2")
    assert ran.code == 3
    assert ran.err.startswith("learn: smollm2 was not downloaded: ")
    folder = tmp_path / "mod els é" / ".downloads"
    assert ran.err.endswith(f", put it into {str(folder)!r} and type the command again\n")


def test_an_unknown_model_and_a_missing_extra_are_one_sentence(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = place.learn("model", "get", "gpt-5")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "'gpt-5' is not 'smollm2'" in ran.err
    monkeypatch.setattr(small_gguf.GGUF, "find_spec", lambda _: None)
    ran = place.learn("model", "get", "smollm2")
    assert (ran.code, ran.err) == (3, f"learn: {extras.advice('a real model needs', 'llm')}\n")
