"""What a learner has done so far: scores, hints read. Kept in the workspace; losing it loses no work."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from grader.result import ExerciseResult

FILE = "progress.json"


@dataclass
class Standing:
    """Where a learner stands in one exercise."""

    status: str = "not-attempted"
    score: int = 0
    max_score: int = 0
    hints: int = 0
    failed_checks: int = 0


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
    return standing


def save(state: Path, progress: Progress) -> bool:
    """Save progress whole or not at all; say whether that was possible."""
    temporary = state / f"{FILE}.{os.getpid()}"
    data = {
        "schema": "learn/progress/v1",
        "exercises": {key: asdict(value) for key, value in sorted(progress.exercises.items())},
    }
    try:
        state.mkdir(exist_ok=True)
        temporary.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        temporary.replace(state / FILE)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        return False
    return True
