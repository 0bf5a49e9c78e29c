"""One work, one score: no seed decides whether a right submission passes, or how many points a wrong one gets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from named_mistakes import course
from scores_by_seed import Work, exercise_of, faults, naming, passing, scores, submissions, variants
from sizes import first_always

from grader.grading.grade_submission import grade
from grader.sandbox.launcher import Launcher
from grader.submission.folder import Submission

EXERCISES = [each.rpartition("/")[2] for each in course().exercise_ids]
QUICK = ("frequency_presence", "speculative_speedup", "kv_memory")
SEEDS = 3


def works(exercise: str) -> list[Work]:
    """Return the work on an exercise that must have one score."""
    return [*submissions(exercise), *variants(exercise)]


@pytest.mark.parametrize("exercise", first_always(QUICK))
def test_work_has_one_score_under_some_seeds(exercise: str) -> None:
    assert faults(exercise, works(exercise), scores(exercise, works(exercise), SEEDS)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("exercise", EXERCISES)
def test_work_has_one_score_under_200_seeds(exercise: str) -> None:
    assert faults(exercise, works(exercise), scores(exercise, works(exercise))) == []


@pytest.mark.parametrize("name", first_always(["wrong-float32", "wrong-last-64-tokens", "variant_float32"]))
def test_scores_are_those_of_grading(name: str, processes: Launcher, tmp_path: Path) -> None:
    exercise = exercise_of("frequency_presence")
    (work,) = [each for each in works(exercise.name) if each.name == name]
    for shown, source in work.files.values():
        (tmp_path / shown).write_bytes(source)
    graded = [
        grade(course(), Submission(tmp_path), processes, exercise_ids=[exercise.id], seed=seed) for seed in range(SEEDS)
    ]
    assert scores(exercise.name, [work], SEEDS)[name] == Counter(each.exercises[0].score for each in graded)


@pytest.mark.parametrize("exercise", first_always(QUICK))
def test_work_with_full_marks_is_found(exercise: str, processes: Launcher) -> None:
    right = [each for each in works(exercise) if each.is_right]
    assert passing(exercise, right, processes, seeds=1) == {each.name: [0] for each in right}


@pytest.mark.exhaustive
@pytest.mark.parametrize("exercise", EXERCISES)
def test_no_wrong_function_has_full_marks_under_any_of_20_seeds(exercise: str, processes: Launcher) -> None:
    assert passing(exercise, naming(exercise), processes) == {}
