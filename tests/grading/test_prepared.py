"""Work prepared once for a class gives every submission the result it would get alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import COURSE

from grader.core.formatting import call_text
from grader.core.result import CheckResult
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedExercise, PreparedExercises, prepare
from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

EXERCISE = "cache/cached_block"
RIGHT = "first = cache.length"
ONE_TOO_SMALL = "first = max(cache.length - 1, 0)"
FROM_ZERO = "first = 0"


@pytest.mark.slow
def test_calls_that_hang_together_are_made_together_for_every_submission(processes: Launcher, tmp_path: Path) -> None:
    first, second = (wrong(tmp_path / str(number), line) for number, line in enumerate((FROM_ZERO, ONE_TOO_SMALL)))
    of_a_class = prepared()
    assert named(graded(first, processes, of_a_class)) == {"positions_restart_at_0"}
    checks = graded(second, processes, of_a_class)
    assert named(checks) == {"newest_position_used_twice"}
    assert checks == graded(second, processes, prepared())


def test_a_wrong_answer_leads_to_the_function_that_gave_it(processes: Launcher, tmp_path: Path) -> None:
    text = COURSE.solutions.path("text/chat_template").read_text("utf-8")
    wrong = f"{text}\n\ndef chat_ids(messages):\n    return []\n\n\ndef read_chat(ids):\n    return []\n"
    (tmp_path / "chat_template.py").write_text(wrong, "utf-8")
    exercise = prepare(COURSE, COURSE.exercise("text/chat_template"))
    checks = graded(tmp_path, processes, exercise)
    places = {check.name: check.location.line for check in checks if check.location}
    lines = wrong.splitlines()
    assert lines[places["one message"] - 1] == "def chat_ids(messages):"
    assert lines[places["from ids to messages"] - 1] == "def read_chat(ids):"


def named(checks: tuple[CheckResult, ...]) -> set[str]:
    """Return the names of the mistakes that were found."""
    return {check.mistake.name for check in checks if check.mistake}


def prepared() -> PreparedExercise:
    """Return the exercise as it is when nobody has been graded."""
    return prepare(COURSE, COURSE.exercise(EXERCISE))


def wrong(folder: Path, line: str) -> Path:
    """Write a submission that counts positions in another way than the solution does."""
    text = COURSE.solutions.path(EXERCISE).read_text("utf-8").replace("from .", "from ")
    text = text.replace("from kv_cache import KVCache", "from typing import Any as KVCache")
    assert text.count(RIGHT) == 1
    folder.mkdir()
    (folder / "cached_block.py").write_text(text.replace(RIGHT, line), "utf-8")
    return folder


def graded(folder: Path, processes: Launcher, exercise: PreparedExercise) -> tuple[CheckResult, ...]:
    """Grade a submission; return what is said of each check."""
    submission = Submission(folder)
    with LearnerProcess(processes, submission.modules) as process:
        return grade_exercise(exercise, submission, process).checks


def test_seeds_share_what_is_fixed() -> None:
    exercises = PreparedExercises(COURSE)
    ada, bo = (exercises.of("scores/softmax_by_hand", seed) for seed in (1, 2))
    checks = ada.exercise.checks
    assert {each.kind for each in checks if ada.check(each) is not bo.check(each)} == {"random", "property", "pure"}


def test_every_seed_shows_the_same_simple_calls() -> None:
    exercises = PreparedExercises(COURSE)
    one, other = (exercises.of("scores/softmax_by_hand", seed) for seed in (1, 2))
    check = next(each for each in one.exercise.checks if each.is_drawn)
    assert one.check(check) is not other.check(check)
    simpler = one.simpler(check)
    assert simpler
    another = other.simpler(check)
    assert another
    assert [call_text(call) for call in another.encoded.calls] == [call_text(call) for call in simpler.encoded.calls]
    assert one.simpler(one.exercise.checks[0]) is None
