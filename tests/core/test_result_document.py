"""The document of a result: all that it holds, and that it is read back as it was written."""

from __future__ import annotations

from typing import Any

import pytest

from grader.core.result import (
    RESULT,
    SUBMISSION,
    CheckResult,
    CourseStamp,
    ExerciseResult,
    Location,
    NamedMistake,
    Result,
    Submitted,
    Vectors,
    Verdict,
    describe_lateness,
)
from grader.core.shapes import ShapeError

FAILED = CheckResult(
    name="small", verdict=Verdict.FAIL, max_score=2, message="2 instead of 1", call="f(1)", got="2", expected="1",
    mistake=NamedMistake("off_by_one", "One too many", "It counts from 1."), location=Location("f.py", 3), stdout="out",
    obstacle="is a link", source="x = 1",
    vectors=Vectors((1.0, 2.5), (1.0, 2.0), 1, "[1] is 2.5, not 2"), step="`cache.append` 1",
)  # fmt: skip
RESULT_OF_ONE = Result(
    "1.0", CourseStamp("course", 7, "0" * 64), (ExerciseResult("u/f", "F", "f.py", (FAILED, CheckResult("large", Verdict.PASS, 1)), 1.23456, "1" * 64),),
    "ada", 5, ("own process", "limits", "seccomp"),
)  # fmt: skip
CHECK: dict[str, Any] = {
    "name": "small", "status": "fail", "score": 0, "max_score": 2, "message": "2 instead of 1", "call": "f(1)", "got": "2",
    "expected": "1", "mistake": {"name": "off_by_one", "title": "One too many", "words": "It counts from 1.", "partial": None},
    "location": {"file": "f.py", "line": 3}, "stdout": "out", "obstacle": "is a link",
    "source": "x = 1", "vectors": {"got": [1.0, 2.5], "expected": [1.0, 2.0], "first": 1, "words": "[1] is 2.5, not 2"},
    "step": "`cache.append` 1",
}  # fmt: skip
BARE: dict[str, Any] = {
    "name": "large", "status": "pass", "score": 1, "max_score": 1, "message": "", "call": None, "got": None,
    "expected": None, "mistake": None, "location": None, "stdout": "", "obstacle": None,
    "source": None, "vectors": None, "step": None,
}  # fmt: skip
EXERCISE: dict[str, Any] = {
    "id": "u/f", "title": "F", "status": "fail", "score": 1, "max_score": 3, "file": "f.py", "seconds": 1.235,
    "checks": [CHECK, BARE], "sha256": "1" * 64,
}  # fmt: skip
DOCUMENT: dict[str, Any] = {
    "schema": "learn/result/v1", "tool": {"name": "token-by-token", "version": "1.0"},
    "course": {"id": "course", "version": 7, "sha256": "0" * 64}, "student": "ada", "seed": 5,
    "confinement": ["own process", "limits", "seccomp"], "status": "fail", "score": 1, "max_score": 3,
    "exercises": [EXERCISE],
}  # fmt: skip
BARE_SUBMISSION: dict[str, Any] = {
    "sha256": "2" * 64, "submitted": None, "due": None, "late_seconds": None, "late": False, "on_roster": True,
    "misplaced": None, "unclear": None,
}  # fmt: skip
SUBMITTED = Submitted(
    "2" * 64, "2026-11-22T10:00", "2026-11-22T09:00", 3600, is_late=True, is_on_roster=False, misplaced=("a",), unclear=("b",),
)  # fmt: skip
SUBMISSION_OF_ONE: dict[str, Any] = {
    "sha256": "2" * 64, "submitted": "2026-11-22T10:00", "due": "2026-11-22T09:00", "late_seconds": 3600, "late": True,
    "on_roster": False, "misplaced": ["a"], "unclear": ["b"],
}  # fmt: skip


def test_a_result_is_written_with_all_that_it_holds_and_read_back() -> None:
    assert RESULT_OF_ONE.to_json() == DOCUMENT
    assert FAILED.to_json() == CHECK
    rounded = RESULT_OF_ONE._replace(exercises=(RESULT_OF_ONE.exercises[0]._replace(seconds=1.235),))
    assert RESULT.load(DOCUMENT) == rounded


def test_what_says_nothing_is_null_and_read_back_as_nothing() -> None:
    empty = Result("1.0", CourseStamp("course", 1, "0" * 64), (ExerciseResult("u/f", "F", None, ()),))
    document = empty.to_json()
    assert (document["student"], document["seed"], document["confinement"]) == (None, 0, [])
    exercise = document["exercises"][0]
    assert (exercise["file"], exercise["sha256"], exercise["seconds"], exercise["checks"]) == (None, None, 0.0, [])
    assert RESULT.load(document) == empty
    assert SUBMISSION.dump(Submitted("2" * 64)) == BARE_SUBMISSION
    assert SUBMISSION.load(BARE_SUBMISSION) == Submitted("2" * 64)
    assert SUBMISSION.dump(SUBMITTED) == SUBMISSION_OF_ONE
    assert SUBMISSION.load(SUBMISSION_OF_ONE) == SUBMITTED


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": "learn/result/v2"}, ".schema is of the wrong kind"),
        ({"score": 2}, ".score is not what the rest comes to"),
        ({"max_score": 4}, ".max_score is not what the rest comes to"),
        ({"status": "pass"}, ".status is not what the rest comes to"),
        ({"tool": {"name": "x"}}, ".tool.version is missing"),
        ({"exercises": [EXERCISE | {"score": 0}]}, ".exercises.0.score is not what the rest comes to"),
        ({"exercises": [EXERCISE | {"checks": [CHECK | {"score": 1}]}]}, ".exercises.0.checks.0.score is not what the rest comes to"),
        ({"exercises": [EXERCISE | {"checks": [CHECK | {"location": {"line": 0}}]}]}, ".exercises.0.checks.0.location.file is missing"),
    ],
)  # fmt: skip
def test_a_document_that_contradicts_itself_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ShapeError) as caught:
        RESULT.load(DOCUMENT | change)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (None, "late"),
        (1, "less than a minute late"),
        (60, "1 minute late"),
        (7199, "1 hour 59 minutes late"),
        (115200, "1 day 8 hours late"),
        (172801, "2 days late"),
    ],
)
def test_lateness_is_counted_in_one_way(seconds: int | None, expected: str) -> None:
    assert describe_lateness(seconds) == expected
