"""`learn tokenize`: a text's tokens and merges, in the terminal and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import small_gguf
from learner_sets import passed_set
from places import COURSE
from sizes import first_always
from workplace import Workplace

from grader.lab.models.store import add_model


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def test_tokens_are_shown_with_ids_and_bytes(place: Workplace) -> None:
    ran = place.learn("tokenize", "The cat")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("The| cat\n")
    assert '"The"                     54 68 65\n' in ran.out
    assert ran.out.endswith("2 tokens for 7 bytes\n")


def test_steps_show_each_merge(place: Workplace) -> None:
    steps = place.learn("tokenize", "The", "--steps").out.splitlines()[-3:]
    assert steps == ["bytes          T h e", "1              T he", "2              The"]


def test_a_text_that_nothing_joins_says_so(place: Workplace) -> None:
    assert "No merge joins anything" in place.learn("tokenize", "ÿ", "--steps").out


def test_merges_are_learned_from_a_file(place: Workplace) -> None:
    place.write("own.txt", "banana banana")
    ran = place.learn("tokenize", "banana", "--train", "own.txt", "--merges", "2")
    assert ran.out.startswith("b|an|ana\n")


def test_json_has_the_same(place: Workplace) -> None:
    data = json.loads(place.learn("tokenize", "The 🙂", "--steps", "--format", "json").out)
    assert data["schema"] == "learn/tokens/v1"
    assert bytes(byte for token in data["tokens"] for byte in token["bytes"]) == "The 🙂".encode()
    assert [bytes(piece) for piece in data["merges"][0][-1]] == [b"The"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("",), "the text is empty"),
        (("a", "--merges", "3"), "--merges is for --train FILE"),
        (("a", "--train", "latin.txt"), "latin.txt cannot be read as UTF-8 text"),
        (("a", "--train", "empty.txt"), "1 to 1,048,576 can be learned from"),
    ],
)
def test_wrong_usage_is_one_sentence(place: Workplace, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xff")
    place.write("empty.txt", "")
    ran = place.learn("tokenize", *arguments)
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.slow
def test_an_encoding_without_the_characters_is_no_fault(place: Workplace) -> None:
    ran = place.command("tokenize", "日本 ⏎", PYTHONIOENCODING="ascii")
    assert ran.code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", first_always([("tokenize", "The 🙂", "--steps"), ("score", "The capital of France is Paris.")])
)
def test_your_own_functions_read_the_same(place: Workplace, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    passed_set(COURSE, tmp_path, ("bpe_encode", "softmax_stable", "log_probs", "kv_cache"))
    ran = place.command(*arguments, "--mine")
    used = {"tokenize": "bpe_encode", "score": "softmax_stable, bpe_encode, log_probs, kv_cache"}[arguments[0]]
    assert ran.err == f"Yours: {used}.\n"
    assert (ran.code, ran.out) == (0, place.command(*arguments).out)


@pytest.mark.slow
def test_your_own_bpe_train_learns_the_merges_of_a_text(place: Workplace, tmp_path: Path) -> None:
    passed_set(COURSE, tmp_path, ("bpe_train",))
    place.write("text.txt", "the cat and the hat")
    place.write("exercises/text/bpe_train.py", "def bpe_train(word_counts, n_merges):\n    return {}['oops']\n")
    ran = place.command("tokenize", "the", "--train", "text.txt", "--mine")
    assert ran.code == 1
    assert "bpe_train.py:2" in ran.err


@pytest.mark.slow
def test_a_failure_of_yours_is_one_sentence(place: Workplace, tmp_path: Path) -> None:
    passed_set(COURSE, tmp_path, ("bpe_encode",))
    place.write("exercises/text/bpe_encode.py", "def bpe_encode(word, merges):\n    return {}['oops']\n")
    ran = place.command("tokenize", "The", "--mine")
    assert ran.code == 1
    assert ran.err.startswith("learn: your bpe_encode.bpe_encode failed")
    assert "bpe_encode.py:2" in ran.err


@pytest.mark.slow
def test_a_real_model_reads(place: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("gguf", "tokenizers"):
        pytest.importorskip(library)
    monkeypatch.setenv("LEARN_MODELS", str(tmp_path / "models"))
    file = small_gguf.write(tmp_path / "small.gguf", small_gguf.weights())
    add_model(tmp_path / "models", file, "small", lambda *_: None)
    assert place.learn("tokenize", "hello", "--model", "small").out.startswith("hello\n")
    assert "perplexity" in place.learn("score", "hello hello hell", "--model", "small").out
    ran = place.learn("tokenize", "hello", "--model", "small", "--steps")
    assert (ran.code, "does not show its merges" in ran.err) == (2, True)
    assert "there is no model 'other'" in place.learn("score", "a", "--model", "other").err
