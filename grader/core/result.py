"""The result of grading: one document that every report is a function of."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from grader.core.verdict import Verdict, combined

SCHEMA = "learn/result/v1"


class NamedMistake(NamedTuple):
    """A typical mistake that the learner's function behaves like."""

    name: str
    title: str
    words: str


class Mistake(NamedTuple):
    """A typical wrong version: what learners are told when their function does the same."""

    name: str
    title: str
    words: str
    function: Callable[..., Any]
    module: ModuleType


class Location(NamedTuple):
    """A place in the learner's file."""

    file: str
    line: int | None


class CheckResult(NamedTuple):
    """What one check came to. Texts are in plain words; `note` is about work that passed."""

    name: str
    verdict: Verdict
    max_score: int
    message: str = ""
    call: str = ""
    got: str = ""
    expected: str = ""
    mistake: NamedMistake | None = None
    location: Location | None = None
    stdout: str = ""
    note: str = ""
    is_hidden: bool = False

    @property
    def score(self) -> int:
        """Return the points earned."""
        return self.max_score if self.verdict is Verdict.PASS else 0

    def to_json(self) -> dict[str, Any]:
        """Return the check as the result schema has it."""
        return {
            "name": self.name,
            "status": self.verdict.value,
            "score": self.score,
            "max_score": self.max_score,
            "message": self.message,
            "call": self.call or None,
            "got": self.got or None,
            "expected": self.expected or None,
            "mistake": self.mistake._asdict() if self.mistake else None,
            "location": self.location._asdict() if self.location else None,
            "stdout": self.stdout,
            "note": self.note or None,
            "hidden": self.is_hidden,
        }


class ExerciseResult(NamedTuple):
    """What one exercise came to."""

    id: str
    title: str
    file: str | None
    checks: tuple[CheckResult, ...]
    seconds: float = 0.0

    @property
    def verdict(self) -> Verdict:
        """Return the verdict over all checks."""
        return combined([check.verdict for check in self.checks])

    @property
    def score(self) -> int:
        """Return the points earned."""
        return sum(check.score for check in self.checks)

    @property
    def max_score(self) -> int:
        """Return the points that can be earned."""
        return sum(check.max_score for check in self.checks)

    @property
    def first_failure(self) -> CheckResult | None:
        """Return the check to look at first."""
        return next((check for check in self.checks if check.verdict not in (Verdict.PASS, Verdict.SKIPPED)), None)

    def to_json(self) -> dict[str, Any]:
        """Return the exercise as the result schema has it."""
        return {
            "id": self.id,
            "title": self.title,
            "status": self.verdict.value,
            "score": self.score,
            "max_score": self.max_score,
            "file": self.file,
            "seconds": round(self.seconds, 3),
            "checks": [check.to_json() for check in self.checks],
        }


class CourseStamp(NamedTuple):
    """Which course was graded against."""

    id: str
    version: int
    sha256: str


class Result(NamedTuple):
    """What one submission came to."""

    tool_version: str
    course: CourseStamp
    exercises: tuple[ExerciseResult, ...]
    student: str | None = None
    seed: int = 0
    confinement: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Return the verdict over all exercises."""
        return combined([exercise.verdict for exercise in self.exercises])

    @property
    def score(self) -> int:
        """Return the points earned."""
        return sum(exercise.score for exercise in self.exercises)

    @property
    def max_score(self) -> int:
        """Return the points that can be earned."""
        return sum(exercise.max_score for exercise in self.exercises)

    def to_json(self) -> dict[str, Any]:
        """Return the document of schema `learn/result/v1`; the same input gives the same, durations apart."""
        return {
            "schema": SCHEMA,
            "tool": {"name": "token-by-token", "version": self.tool_version},
            "course": self.course._asdict(),
            "student": self.student,
            "seed": self.seed,
            "confinement": list(self.confinement),
            "status": self.verdict.value,
            "score": self.score,
            "max_score": self.max_score,
            "exercises": [exercise.to_json() for exercise in self.exercises],
        }
