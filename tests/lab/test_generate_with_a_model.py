"""`learn generate --model`: another model than the course's writes, also with learners' functions in it."""

from __future__ import annotations

from pathlib import Path

import pytest
import small_gguf
from learner_sets import ARRAYS, PLAIN, reference_set, write_set, written_set
from places import COURSE
from workplace import Ran, Workplace

from grader.learner.progress import ExerciseProgress, Progress, save

pytest.importorskip("gguf", reason='gguf is not installed: pip install "token-by-token[llm]"')
pytestmark = pytest.mark.slow

SETS = {"reference": reference_set(COURSE), "plain": written_set(COURSE, PLAIN), "arrays": written_set(COURSE, ARRAYS)}
OPTIONS = (
    "",
    "--chat",
    "--cache none",
    "--cache paged",
    "--beams 3",
    "--show",
    "--json",
    "--chat --temperature 0 --repetition-penalty 1.2",
    "--top-p 0.5",
)
PARTS = "cache/kv_cache", "cache/causal_attention", "scores/softmax_stable"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a small model."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    monkeypatch.setenv("LEARN_MODELS", str(tmp_path / "mod els é"))
    (tmp_path / "mod els é").mkdir()
    small_gguf.install(tmp_path / "mod els é", small_gguf.weights())
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def solved(folder: Path, files: dict[str, str], passed: tuple[str, ...]) -> None:
    """Make a workspace in which some exercises have passed."""
    write_set(COURSE, folder, files)
    (folder / ".learn").mkdir()
    assert save(folder / ".learn", Progress({each: ExerciseProgress("pass", 1, 1) for each in passed}))


def generate(place: Workplace, option: str, *more: str) -> Ran:
    """Generate with the small model."""
    prompt = "" if "--chat" not in option else "hello"
    return place.learn("generate", f"{prompt}hello", "--model", "smollm2", "--max-tokens", "8", *option.split(), *more)


@pytest.mark.slow
@pytest.mark.parametrize("files", SETS)
def test_texts_are_the_same_with_learners_functions(place: Workplace, files: str) -> None:
    solved(place.folder, SETS[files], tuple(COURSE.exercise_ids))
    for option in OPTIONS:
        usual, mine = generate(place, option), generate(place, option, "--mine")
        assert (usual.code, usual.err) == (0, ""), option
        assert (mine.code, mine.out) == (0, usual.out), option
        cache = "paged_cache" if "paged" in option else "kv_cache"
        assert f" {cache}" in mine.err.partition("The course's")[0], option
        assert "bpe_encode" not in mine.err  # the model has a tokenizer of its own


@pytest.mark.parametrize("exercise", PARTS)
def test_each_part_of_the_model_takes_part_alone(place: Workplace, exercise: str) -> None:
    solved(place.folder, SETS["plain"], (exercise,))
    usual, mine = generate(place, "--chat"), generate(place, "--chat", "--mine")
    assert (mine.code, mine.out) == (0, usual.out)
    assert mine.err.startswith(f"Yours: {exercise.rpartition('/')[2]}. The course's: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--model", "smollm2", "--draft", "model"],
            "learn: there is no smaller model to guess ahead of this one; use --draft ngram",
        ),
        (["--model", "large"], "learn: there is no model 'large' here; `learn model get smollm2` gets one"),
        (["--model", "../small"], "learn: there is no model '../small' here; "),
        (
            ["--model", "smollm2", "--max-tokens", "65"],
            "learn: the prompt leaves room for 64 more tokens in a context of 64",
        ),
    ],
)
def test_impossible_options_are_one_sentence(place: Workplace, arguments: list[str], words: str) -> None:
    ran = place.learn("generate", "hello", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(words)
