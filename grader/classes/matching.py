"""Bring submissions and the roster together: whose each one is, who has handed in nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.classes.discover import Found
from grader.classes.roster import Roster, Student
from grader.core.errors import ClassError


class Matched(NamedTuple):
    """A class: each student's submission, those who have none, and the submissions of nobody on the roster."""

    submissions: tuple[tuple[Student, Found], ...]
    missing: tuple[Student, ...] = ()
    unknown: tuple[str, ...] = ()


def match(found: Sequence[Found], roster: Roster | None) -> Matched:
    """Find out whose submission each one is. One of nobody on the roster is kept, under its own name.

    Raises:
        ClassError: two submissions are of the same student.
    """
    by_id = {student.id: student for student in roster.students} if roster else {}
    taken: dict[str, Found] = {}
    matched: list[tuple[Student, Found]] = []
    unknown: list[str] = []
    for each in found:
        student_id = (roster.find(each.names) or roster.find_within(each.name)) if roster else None
        student = by_id[student_id] if student_id else Student(each.name)
        if roster and not student_id:
            unknown.append(each.name)
        other = taken.setdefault(student.id.casefold(), each)
        if other is not each:
            raise ClassError(
                f"{other.place} and {each.place} are both of the student {student.id!r}; take one of them out"
            )
        matched.append((student, each))
    handed_in = {student.id for student, _ in matched}
    missing = tuple(student for student in by_id.values() if student.id not in handed_in)
    return Matched(tuple(matched), missing, tuple(unknown))
