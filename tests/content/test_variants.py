"""Right solutions written in other ways: every one passes everything and is accused of nothing.

Those that round to float32 on the way are refused, and told so.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from learner_sets import read_variants
from places import CORPUS, COURSE

from grader.core.comparison import COMPUTED_IN_FLOAT32
from grader.core.result import ExerciseResult, Verdict
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

FOLDER = CORPUS / "variants"


NAMED = ("softmax_by_hand", "temperature_rescaling", "top_3_renormalisation", "nucleus_membership")
"""The exercises that the course began with; they are the ones that show best how differently one thing can be written."""
KNOWN = {each.rpartition("/")[2]: each for each in COURSE.exercise_ids}
VARIANTS = [(exercise, name) for exercise, name in read_variants() if "float32" not in name]
IN_FLOAT32 = [(exercise, name) for exercise, name in read_variants() if "float32" in name]
PREPARED = PreparedExercises(COURSE)


CASES = [pytest.param(exercise, name, id=f"{exercise}-{name}") for exercise, name in VARIANTS]


def graded(exercise_name: str, variant: str, processes: Launcher, folder: Path) -> ExerciseResult:
    """Grade one variant: a learner's file that imports it from the file of all variants."""
    exercise = COURSE.exercise(KNOWN[exercise_name])
    (folder / "variants.py").write_bytes((FOLDER / f"{exercise_name}.py").read_bytes())
    imports = ", ".join([f"{variant} as {exercise.function}", *exercise.functions[1:]])
    (folder / f"{exercise_name}.py").write_text(f"from variants import {imports}\n", "utf-8")
    with LearnerProcess(processes, Submission(folder).modules) as process:
        return grade_exercise(PREPARED.of(exercise.id, 0), Submission(folder), process)


@pytest.mark.slow
@pytest.mark.parametrize(("exercise", "name"), CASES)
def test_a_right_variant_passes_everything(exercise: str, name: str, processes: Launcher, tmp_path: Path) -> None:
    result = graded(exercise, name, processes, tmp_path)
    assert [check.to_json() for check in result.checks if check.score < check.max_score or check.mistake] == []
    assert result.score == result.max_score


PICKS = ("greedy_pick", "sample_with_u", "complete_generate")
"""Exercises that return tokens or text, in which no rounding can be seen."""


@pytest.mark.slow
@pytest.mark.parametrize(("exercise", "name"), IN_FLOAT32)
def test_a_variant_in_float32_is_told_so_and_nothing_else(
    exercise: str, name: str, processes: Launcher, tmp_path: Path
) -> None:
    result = graded(exercise, name, processes, tmp_path)
    failed = [check for check in result.checks if check.verdict not in (Verdict.PASS, Verdict.SKIPPED)]
    # Close to a limit rounding is no longer small, so one check may say that the numbers themselves are wrong.
    others = [check.message for check in failed if not check.message.endswith(COMPUTED_IN_FLOAT32)]
    assert len(others) <= 1
    assert len(others) < len(failed) or not failed or exercise in PICKS
    assert [check.mistake.name for check in failed if check.mistake and "float32" not in check.mistake.name] == []


def test_every_file_of_variants_belongs_to_an_exercise() -> None:
    assert [path.stem for path in FOLDER.glob("*.py") if path.stem not in KNOWN] == []


@pytest.mark.parametrize("exercise", NAMED)
def test_a_named_exercise_has_a_float32_variant_where_it_returns_numbers(exercise: str) -> None:
    if COURSE.exercise(KNOWN[exercise]).parsed_signature.returns.startswith("Array"):
        assert any(each == exercise for each, _ in IN_FLOAT32)
