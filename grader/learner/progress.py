"""What a learner has done so far: scores, hints read, mistakes made. Kept in the workspace; losing it loses no work."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.core.result import CheckResult, ExerciseResult
from grader.files.safe_write import save_state

FILE = "progress.json"
MAX_TEXT = 400
"""Characters that are kept of a call, a value or a message; longer ones are of no use to anybody later."""
_TEXTS = ("call", "got", "expected", "message")


@dataclass(frozen=True)
class MadeMistake:
    """A mistake that a check named, with the call that showed it; the texts are the learner's, and as they were.

    They are empty where the check is hidden, or showed none.
    """

    call: str = ""
    got: str = ""
    expected: str = ""
    message: str = ""
    is_fixed: bool = False
    """Whether the exercise has passed since."""


@dataclass
class Standing:
    """Where a learner stands in one exercise."""

    status: str = "not-attempted"
    score: int = 0
    max_score: int = 0
    hints: int = 0
    failed_checks: int = 0
    mistakes: dict[str, MadeMistake] = field(default_factory=dict)
    """By their names, in the order in which they were first made."""


@dataclass
class Progress:
    """Where a learner stands in every exercise that they have checked or asked a hint for."""

    exercises: dict[str, Standing] = field(default_factory=dict)

    def standing(self, exercise_id: str) -> Standing:
        """Return where the learner stands in an exercise, for reading and changing."""
        return self.exercises.setdefault(exercise_id, Standing())

    def is_passed(self, exercise_id: str) -> bool:
        """Say whether the exercise passed when it was last checked."""
        return exercise_id in self.exercises and self.exercises[exercise_id].status == "pass"

    def note(self, result: ExerciseResult) -> None:
        """Take over what a check came to."""
        standing = self.standing(result.id)
        standing.status, standing.score, standing.max_score = result.verdict.value, result.score, result.max_score
        standing.failed_checks += result.verdict.value not in ("pass", "not-attempted", "internal")
        if self.is_passed(result.id):
            standing.mistakes = {name: replace(each, is_fixed=True) for name, each in standing.mistakes.items()}
        standing.mistakes |= made_mistakes(result)


def made_mistakes(result: ExerciseResult) -> dict[str, MadeMistake]:
    """Return the mistakes that checks have named, each with the first call that showed it and may be told."""
    found: dict[str, MadeMistake] = {}
    for check in sorted(result.checks, key=lambda check: check.is_hidden):
        if check.mistake:
            found.setdefault(check.mistake.name, _made(check))
    return found


def _made(check: CheckResult) -> MadeMistake:
    if check.is_hidden:
        return MadeMistake()
    return MadeMistake(**{key: getattr(check, key)[:MAX_TEXT] for key in _TEXTS})


def load(state: Path) -> Progress:
    """Load progress; what cannot be read counts as nothing done."""
    try:
        data = json.loads((state / FILE).read_text("utf-8"))["exercises"]
        return Progress({str(key): _standing(value) for key, value in data.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Progress()


def _standing(data: dict[str, Any]) -> Standing:
    standing = Standing()
    for key, kind in (("status", str), ("score", int), ("max_score", int), ("hints", int), ("failed_checks", int)):
        value = data.get(key)
        if type(value) is kind and not (isinstance(value, int) and value < 0):
            setattr(standing, key, value)
    mistakes = data.get("mistakes")  # files of earlier versions have none
    if isinstance(mistakes, dict):
        standing.mistakes = {name: _mistake(each) for name, each in mistakes.items() if isinstance(each, dict)}
    return standing


def _mistake(data: dict[str, Any]) -> MadeMistake:
    texts = {key: data[key][:MAX_TEXT] for key in _TEXTS if isinstance(data.get(key), str)}
    return MadeMistake(**texts, is_fixed=data.get("is_fixed") is True)


def save(state: Path, progress: Progress) -> bool:
    """Save progress whole or not at all; say whether that was possible."""
    data = {
        "schema": "learn/progress/v1",
        "exercises": {key: asdict(value) for key, value in sorted(progress.exercises.items())},
    }
    return save_state(state / FILE, json.dumps(data, indent=1).encode() + b"\n")
