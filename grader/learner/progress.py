"""Load and save a learner's progress in the workspace: scores, hints, mistakes. Losing the file loses no work."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from grader.core.result import ExerciseResult
from grader.files import state_file

FILE = "progress.json"
MAX_TEXT = 400
"""The most characters stored of a call, a value or a message."""
_TEXTS = ("call", "got", "expected", "message")


ByHandAnswer = Literal["right", "wrong", "skipped"]


@dataclass(frozen=True)
class MadeMistake:
    """A mistake that a check named, with the call that showed it; the texts come from the learner, unescaped.

    They are empty if the check showed no call.
    """

    call: str = ""
    got: str = ""
    expected: str = ""
    message: str = ""
    is_fixed: bool = False
    """True if the exercise has passed since."""


@dataclass
class ExerciseProgress:
    """A learner's progress in one exercise."""

    status: str = "not-attempted"
    score: int = 0
    max_score: int = 0
    hints: int = 0
    failed_checks: int = 0
    mistakes: dict[str, MadeMistake] = field(default_factory=dict)
    """By name, in the order in which they were first made."""
    by_hand: str = ""
    """Whether the first answer to the question to try by hand was right, or that there was none."""
    first_look: str = ""
    """When the exercise was first shown or checked, in UTC; empty if that is not known."""
    first_pass: str = ""
    """When it first passed, in UTC; empty if it has not, or before times were saved."""


@dataclass
class Progress:
    """A learner's progress in every exercise that they have checked or taken a hint for."""

    exercises: dict[str, ExerciseProgress] = field(default_factory=dict)
    last: str = ""
    """The id of the exercise last checked, shown or hinted."""
    pages: list[str] = field(default_factory=list)
    """The pages to read that the watch has shown."""

    def standing(self, exercise_id: str) -> ExerciseProgress:
        """Return the progress in an exercise, to read or change; add it if it is new."""
        return self.exercises.setdefault(exercise_id, ExerciseProgress())

    def is_passed(self, exercise_id: str) -> bool:
        return exercise_id in self.exercises and self.exercises[exercise_id].status == "pass"

    def record_results(self, *results: ExerciseResult) -> None:
        """Record the results of a check."""
        for result in results:
            standing = self.standing(result.id)
            standing.status, standing.score, standing.max_score = result.verdict.value, result.score, result.max_score
            standing.failed_checks += result.verdict.value not in ("pass", "not-attempted", "internal")
            if self.is_passed(result.id):
                standing.mistakes = {
                    name: replace(mistake, is_fixed=True) for name, mistake in standing.mistakes.items()
                }
            standing.mistakes |= made_mistakes(result)

    def record_hint(self, exercise_id: str, number: int) -> None:
        """Record that a hint was taken, which makes the exercise the current one."""
        standing = self.standing(exercise_id)
        standing.hints = max(standing.hints, number)
        self.last = exercise_id

    def record_by_hand(self, exercise_id: str, answer: ByHandAnswer) -> None:
        """Record the first answer by hand; a later one is no prediction any more."""
        standing = self.standing(exercise_id)
        standing.by_hand = standing.by_hand or answer

    def record_page(self, page_id: str) -> None:
        """Record that a page was shown."""
        if page_id not in self.pages:
            self.pages.append(page_id)


def made_mistakes(result: ExerciseResult) -> dict[str, MadeMistake]:
    """Return the mistakes that checks have named, each with the first call that showed it alone."""
    found: dict[str, MadeMistake] = {}
    for check in result.checks:
        if check.mistake:
            # Of several mistakes, one alone does not give the values that the call shows.
            texts = {} if check.mistake.is_partial else {key: getattr(check, key)[:MAX_TEXT] for key in _TEXTS}
            found.setdefault(check.mistake.name, MadeMistake(**texts))
    return found


def load(state: Path) -> Progress:
    """Load progress. A damaged file is moved aside, and the last good copy takes its place; stderr says so."""
    return state_file.load(state / FILE, parse_progress, Progress)


def update(state: Path, change: Callable[[Progress], None]) -> bool:
    """Load progress, change it and save it, with no other process in between; return whether that succeeded."""
    with state_file.locked(state / FILE):
        noted = state_file.recover(state / FILE, parse_progress, Progress)
        change_now(noted, change)
        return save(state, noted)


def change_now(noted: Progress, change: Callable[[Progress], None]) -> None:
    """Change progress in memory; first looks and passes get the time of the change."""
    looked_at, passed = _looked_at(noted), _passed(noted)
    change(noted)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    for exercise_id in _looked_at(noted) - looked_at:
        standing = noted.standing(exercise_id)
        standing.first_look = standing.first_look or now
    for exercise_id in _passed(noted) - passed:
        standing = noted.standing(exercise_id)
        standing.first_pass = standing.first_pass or now


def _looked_at(noted: Progress) -> set[str]:
    begun = {name for name, standing in noted.exercises.items() if standing.hints or standing.status != "not-attempted"}
    return {*begun, noted.last} - {""}


def _passed(noted: Progress) -> set[str]:
    return set(filter(noted.is_passed, noted.exercises))


def parse_progress(text: str) -> Progress:
    """Return the progress in a file's text; raise one of `state_file.DAMAGE` if it is no such file."""
    data = json.loads(text)
    last = data.get("last")  # files of earlier versions have none
    standings = {str(key): _standing(value) for key, value in data["exercises"].items()}
    pages = data.get("pages")
    seen = [page for page in pages if isinstance(page, str)] if isinstance(pages, list) else []
    return Progress(standings, last if isinstance(last, str) else "", seen)


def _standing(data: dict[str, Any]) -> ExerciseProgress:
    standing = ExerciseProgress()
    for key, kind in (("status", str), ("score", int), ("max_score", int), ("hints", int), ("failed_checks", int)):
        value = data.get(key)
        if type(value) is kind and not (isinstance(value, int) and value < 0):
            setattr(standing, key, value)
    standing.by_hand = str(data["by_hand"]) if data.get("by_hand") in ("right", "wrong", "skipped") else ""
    standing.first_look, standing.first_pass = _time(data.get("first_look")), _time(data.get("first_pass"))
    mistakes = data.get("mistakes")  # files of earlier versions have none
    if isinstance(mistakes, dict):
        standing.mistakes = {name: _mistake(mistake) for name, mistake in mistakes.items() if isinstance(mistake, dict)}
    return standing


def _time(text: object) -> str:
    """Return a time with its zone; empty if it is none."""
    with suppress(ValueError):
        if isinstance(text, str) and datetime.fromisoformat(text).tzinfo:
            return text
    return ""


def _mistake(data: dict[str, Any]) -> MadeMistake:
    texts = {key: data[key][:MAX_TEXT] for key in _TEXTS if isinstance(data.get(key), str)}
    return MadeMistake(**texts, is_fixed=data.get("is_fixed") is True)


def save(state: Path, progress: Progress) -> bool:
    """Save progress atomically, with a copy; return whether that succeeded."""
    return state_file.save(state / FILE, dump_progress(progress))


def dump_progress(progress: Progress) -> bytes:
    """Return progress as the file has it."""
    data = {
        "schema": "learn/progress/v1",
        "last": progress.last,
        "pages": progress.pages,
        "exercises": {key: asdict(value) for key, value in sorted(progress.exercises.items())},
    }
    return json.dumps(data, indent=1).encode() + b"\n"
