"""What a learner has done: kept whole or not at all, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.learner.progress import FILE, ExerciseProgress, Progress, load, save


def result(*verdicts: Verdict) -> ExerciseResult:
    """Make the result of an exercise."""
    return ExerciseResult("unit/one", "One", "one.py", tuple(CheckResult("a", each, 2) for each in verdicts))


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    progress = Progress({"unit/one": ExerciseProgress("fail", 1, 4, 2, 3), "unit/two": ExerciseProgress()})
    assert save(tmp_path / ".learn", progress)
    assert load(tmp_path / ".learn") == progress
    assert [path.name for path in (tmp_path / ".learn").iterdir()] == [FILE]


@pytest.mark.parametrize(
    ("verdicts", "standing"),
    [
        ([Verdict.PASS, Verdict.PASS], ExerciseProgress("pass", 4, 4)),
        ([Verdict.PASS, Verdict.FAIL], ExerciseProgress("fail", 2, 4, failed_checks=1)),
        ([Verdict.NOT_ATTEMPTED], ExerciseProgress("not-attempted", 0, 2)),
        ([Verdict.INTERNAL], ExerciseProgress("internal", 0, 2, failed_checks=0)),
    ],
    ids=["pass", "fail", "not-attempted", "internal"],
)
def test_a_result_is_noted(verdicts: list[Verdict], standing: ExerciseProgress) -> None:
    progress = Progress()
    progress.note(result(*verdicts))
    assert progress.exercises == {"unit/one": standing}
    assert progress.is_passed("unit/one") == (standing.status == "pass")


def test_hints_stay_when_a_result_is_noted() -> None:
    progress = Progress({"unit/one": ExerciseProgress(hints=2)})
    progress.note(result(Verdict.FAIL))
    assert progress.standing("unit/one").hints == 2


def test_nothing_is_passed_before_it_was_checked() -> None:
    assert not Progress().is_passed("unit/one")


@pytest.mark.parametrize("where", ["the folder is a file", "the file is a folder"])
def test_what_cannot_be_saved_is_said_and_leaves_nothing_behind(tmp_path: Path, where: str) -> None:
    state = tmp_path / ".learn"
    if where == "the folder is a file":
        state.write_text("x")
    else:
        (state / FILE).mkdir(parents=True)
    assert not save(state, Progress())
    assert load(state) == Progress()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ([".learn"] if state.is_file() else [".learn", FILE])


def test_keys_of_another_type_are_left_out(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        '{"exercises": {"a": {"status": 1, "score": "2", "hints": -1, "max_score": true, "x": 1}}}'
    )
    assert load(tmp_path) == Progress({"a": ExerciseProgress()})
