"""Read `decisions.csv`, in which a teacher sets, changes, excuses or comments on points beside the machine's results."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from grader.classes.deadlines import EVERYBODY, STUDENT
from grader.classes.roster import folded
from grader.core.errors import ClassError
from grader.core.escape import cut, line
from grader.files import csv_table
from grader.reports.gradebook import hundredths

FILE = "decisions.csv"
ALL = "all"
"""The exercise of a decision on the total."""
COLUMNS = {
    "student": STUDENT, "exercise": ("task",), "points": ("score",), "excused": (), "comment": ("reason",),
    "by": (), "date": (),
}  # fmt: skip
POINTS = re.compile(r"([+\-−]?)(\d{1,6}(?:[.,]\d{1,2})?)")
MAX_COMMENT = 300


class Decision(NamedTuple):
    """A line of the file; without points it excuses, or only comments."""

    place: str
    student: str
    exercise: str
    points: Fraction | None = None
    is_change: bool = False
    """Whether the points are added, and not set."""
    is_excused: bool = False
    comment: str = ""
    by: str = ""
    date: str = ""

    @property
    def told(self) -> str:
        """Return the decision in words: `set to 8 by hand: unclear task (Ek, 2026-11-20)`."""
        sign = "−" if self.points is not None and self.points < 0 else "+"
        number = hundredths(abs(self.points or Fraction(0)))
        what = (
            "excused"
            if self.is_excused
            else f"{sign}{number} by hand"
            if self.is_change
            else f"set to {number} by hand"
        )
        what = "comment" if self.points is None and not self.is_excused else what
        signed = ", ".join(filter(None, (self.by, self.date)))
        why = " ".join(filter(None, (cut(line(self.comment), MAX_COMMENT), line(f"({signed})") if signed else "")))
        return f"{what}: {why}" if why else what

    def applied(self, points: Fraction) -> Fraction:
        """Return the points after this decision, never below 0."""
        if self.points is None:
            return points
        return max(Fraction(0), points + self.points if self.is_change else self.points)

    def is_about(self, exercise_id: str) -> bool:
        """Return whether the decision is about an exercise, named by its id or the end of it."""
        return self.exercise in (exercise_id, exercise_id.rpartition("/")[2])


class Decisions:
    """The decisions on a class."""

    def __init__(self, rows: Iterable[Decision] = ()) -> None:
        self._rows: Mapping[tuple[str, str], Decision] = {(folded(row.student), row.exercise): row for row in rows}

    def __bool__(self) -> bool:
        """Return whether there is a decision."""
        return bool(self._rows)

    def of(self, student: str) -> dict[str, Decision]:
        """Return a student's decisions by exercise as written; a line of their own replaces one for everybody."""
        listed = {name: row for (who, name), row in self._rows.items() if who == EVERYBODY}
        return listed | {name: row for (who, name), row in self._rows.items() if who == folded(student)}

    def check(self, students: Iterable[str], exercise_ids: Iterable[str]) -> None:
        """Raise ClassError with a sentence for each line about nobody in the class, or no exercise of it."""
        known = {EVERYBODY, *map(folded, students)}
        names = {ALL, *(name for full in exercise_ids for name in (full, full.rpartition("/")[2]))}
        problems = [
            f"{row.place}: {row.student!r} is nobody in this class; correct the id"
            if folded(row.student) not in known
            else f"{row.place}: there is no exercise {row.exercise!r} here; write its id, or all"
            for row in self._rows.values()
            if folded(row.student) not in known or row.exercise not in names
        ]
        if problems:
            raise ClassError("\n".join(problems))


def load_decisions(path: Path) -> Decisions:
    """Read the decisions; raise ClassError at the line of a number, a date or a word that cannot be understood."""
    rows: dict[tuple[str, str], Decision] = {}
    for place, cells in csv_table.read(path, COLUMNS, ["student", "exercise"]):
        row = _decision(place, cells)
        first = rows.setdefault((folded(row.student), row.exercise.rpartition("/")[2]), row)
        if first is not row:
            raise ClassError(f"{place}: {row.student!r} and {row.exercise!r} are there twice; keep one of the lines")
    return Decisions(rows.values())


def _decision(place: str, cells: Mapping[str, str]) -> Decision:
    points, excused, day = (cells.get(name, "") for name in ("points", "excused", "date"))
    found = POINTS.fullmatch(points)
    if not cells["student"] or not cells["exercise"]:
        raise ClassError(f"{place}: a student and an exercise are needed; write all for the total, * for everybody")
    if points and not found:
        raise ClassError(f"{place}: {points!r} is no number of points; write it like 8, 7.5, +2 or -1")
    if excused.casefold() not in ("", "yes", "no"):
        raise ClassError(f"{place}: {excused!r} does not say whether the student is excused; write yes, or nothing")
    is_excused = excused.casefold() == "yes"
    if is_excused and points:
        raise ClassError(f"{place}: excused work has no points; keep one of the two cells")
    if not (points or is_excused or cells.get("comment")):
        raise ClassError(f"{place}: the line decides nothing; write points, excused or a comment")
    try:
        date.fromisoformat(day or "2026-01-01")
    except ValueError as error:
        raise ClassError(f"{place}: {day!r} is no date; write it like 2026-11-20") from error
    number = None
    if found:
        number = Fraction(found[2].replace(",", ".")) * (-1 if found[1] in ("-", "−") else 1)
    is_change = bool(found and found[1])
    rest = (cells.get("comment", ""), cells.get("by", ""), day)
    return Decision(place, cells["student"], cells["exercise"], number, is_change, is_excused, *rest)
