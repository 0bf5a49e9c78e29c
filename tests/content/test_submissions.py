"""Submissions of the kinds that once got a wrong score: each gets its points, fails its checks, has its name.

`tests/submissions/<exercise>/` has a file for each, right-….py or wrong-….py, and `outcomes.txt`, which
`pytest --update-golden` writes. Other files of the folder are modules that they import.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import assert_same
from places import COURSE

from grader.core.result import ExerciseResult, Verdict
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

FOLDER = Path(__file__).parents[1] / "submissions"
KNOWN = {each.rpartition("/")[2]: each for each in COURSE.exercise_ids}
EXERCISES = sorted(path.parent.name for path in FOLDER.glob("*/outcomes.txt"))
PREPARED = PreparedExercises(COURSE)


def files(exercise: str) -> list[Path]:
    """List the submissions to an exercise."""
    return sorted([*(FOLDER / exercise).glob("right-*.py"), *(FOLDER / exercise).glob("wrong-*.py")])


def graded(path: Path, processes: Launcher, folder: Path) -> ExerciseResult:
    """Grade a submission confined, as `learn grade` does."""
    exercise = path.parent.name
    for module in path.parent.glob("*.py"):
        if module not in files(exercise):
            (folder / module.name).write_bytes(module.read_bytes())
    (folder / f"{exercise}.py").write_bytes(path.read_bytes())
    submission = Submission(folder)
    with LearnerProcess(processes, submission.modules) as process:
        return grade_exercise(PREPARED.of(KNOWN[exercise], 0), submission, process)


def outcome(path: Path, result: ExerciseResult) -> str:
    """Return the outcome in a line: the points, the names given, the checks failed."""
    failed = [check for check in result.checks if check.verdict not in (Verdict.PASS, Verdict.SKIPPED)]
    names = sorted({check.mistake.name for check in failed if check.mistake})
    parts = [f"{path.stem}: {result.score} of {result.max_score}", *names, *(f"“{check.name}”" for check in failed)]
    return ", ".join(parts)


@pytest.mark.slow
@pytest.mark.parametrize("exercise", EXERCISES)
def test_each_submission_gets_its_points_and_its_name(
    exercise: str, processes: Launcher, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = []
    for path in files(exercise):
        result = graded(path, processes, tmp_path)
        assert (result.score == result.max_score) is path.stem.startswith("right-"), path.stem
        lines.append(outcome(path, result))
    assert_same(request, FOLDER / exercise / "outcomes.txt", "\n".join([*lines, ""]))
