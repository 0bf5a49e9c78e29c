"""What is to be graded, worked out before anything is: each student's submission, seed, deadline."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from grader.classes.deadlines import Deadlines
from grader.classes.grade_one import Item
from grader.classes.roster import Matched, Student, derived_seed


class Seeds(NamedTuple):
    """What random inputs are drawn from: one seed for all, or with `text` one for each student."""

    number: int
    text: str | None = None

    def of(self, student: Student) -> int:
        """Return a student's seed: their own of the roster, else the one that follows from the text, else all's."""
        if student.seed is not None:
            return student.seed
        return self.number if self.text is None else derived_seed(self.text, student.id)

    def to_json(self) -> dict[str, Any]:
        """Return what a later run must know to draw the same."""
        return {"seed": self.number, "seed_from": self.text}


def seeds(number: int | None, text: str | None, noted: Mapping[str, Any]) -> Seeds:
    """Return the seeds that were asked for, else those of the earlier run, else one that nobody can have prepared for."""
    if text is not None:
        return Seeds(0, text)
    if number is not None:
        return Seeds(number)
    if type(noted.get("seed")) is int and type(noted.get("seed_from", 0)) in (str, type(None)):
        return Seeds(noted["seed"], noted["seed_from"])
    return Seeds(secrets.randbelow(2**32))


def items(
    matched: Matched, chosen: Seeds, deadlines: Deadlines | None, submitted: Mapping[str, datetime]
) -> list[Item]:
    """Return what to grade, in the order of the submissions."""
    return [
        Item(
            student=student.id,
            seed=chosen.of(student),
            path=str(found.path.absolute()),
            files=found.files,
            submitted=_iso(submitted.get(student.id.casefold()) or _zip_time(found.path)),
            due=_iso(deadlines.of(student.id) if deadlines else None),
            is_marked_late=found.is_marked_late,
            is_known=found.name not in matched.unknown,
        )
        for student, found in matched.submissions
    ]


def _zip_time(path: Path) -> datetime | None:
    """Return when a zip file was written; of a folder that says nothing."""
    if path.suffix.lower() != ".zip":
        return None
    try:
        return datetime.fromtimestamp(int(path.stat().st_mtime)).astimezone()
    except OSError:
        return None


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
