"""The roster: who is in the class, by which names their submissions can be known, which seed is theirs; and matching it
with the submissions: whose each one is, who has handed in nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.classes.discover import Found
from grader.core.errors import ClassError
from grader.files import csv_table

COLUMNS = {
    "id": ("student id", "student", "sis user id", "id number", "idnumber", "sid", "identifier"),
    "name": ("full name", "student name"),
    "email": ("email address", "e-mail", "mail"),
    "username": ("user name", "login", "sis login id", "github", "github username"),
    "seed": ("variant",),
    "section": (),
    "group": (),
}
MAX_SEED = 2**63 - 1


class Student(NamedTuple):
    """One line of the roster."""

    id: str
    name: str = ""
    email: str = ""
    username: str = ""
    seed: int | None = None
    section: str = ""
    group: str = ""


class Roster:
    """The students of a class."""

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = tuple(students)
        self._known: dict[str, set[str]] = {}
        for student in self.students:
            for name in (student.id, student.username, student.email, student.email.partition("@")[0], student.name):
                for spelling in {name.casefold(), _joined(name)} - {""}:
                    self._known.setdefault(spelling, set()).add(student.id)
        self._ids = {student.id.casefold(): student.id for student in self.students}

    def find(self, names: Iterable[str]) -> str | None:
        """Return the id of the student who goes by one of the names; None if nobody does, or more than one."""
        for name in names:
            exact = self._ids.get(name.casefold())
            known = self._known.get(name.casefold(), set()) | self._known.get(_joined(name), set())
            if exact or len(known) == 1:
                return exact or next(iter(known))
        return None

    def find_within(self, name: str) -> str | None:
        """Return the id of the one student whose id or username a folder's name begins or ends with, as in `hw1-ada`."""
        folded = name.casefold()
        found = {
            student.id
            for student in self.students
            for each in (student.id.casefold(), student.username.casefold())
            if each and any(folded.endswith(f"{mark}{each}") or folded.startswith(f"{each}{mark}") for mark in "-_ ")
        }
        return found.pop() if len(found) == 1 else None


class Matched(NamedTuple):
    """A class: each student's submission, those who have none, and the submissions of nobody on the roster."""

    submissions: tuple[tuple[Student, Found], ...]
    missing: tuple[Student, ...] = ()
    unknown: tuple[str, ...] = ()


def load_roster(path: Path) -> Roster:
    """Read a roster.

    Raises:
        ClassError: a line has no id, or the id of another line.
    """
    students: list[Student] = []
    places: dict[str, str] = {}
    for place, cells in csv_table.read(path, COLUMNS, ["id"]):
        student_id = cells["id"]
        if not student_id:
            raise ClassError(f"{place}: there is no id; give every student one")
        if not student_id.isprintable() or len(student_id) > 200:
            raise ClassError(f"{place}: the id {student_id[:40]!r} has characters that cannot be shown; correct it")
        if student_id.casefold() in places:
            raise ClassError(
                f"{place}: the id {student_id!r} is that of {places[student_id.casefold()]}, too; keep one of the lines"
            )
        places[student_id.casefold()] = place
        rest = {key: cells.get(key, "") for key in ("name", "email", "username", "section", "group")}
        students.append(Student(id=student_id, seed=_seed(cells.get("seed", "")), **rest))
    if not students:
        raise ClassError(f"{path}: there is no student; write a line for each under the headers")
    return Roster(students)


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


def _seed(text: str) -> int | None:
    """Return a student's own seed: a number is itself, the name of a variant gives one."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and int(text) <= MAX_SEED:
        return int(text)
    return derived_seed("variant", text)


def derived_seed(text: str, student: str) -> int:
    """Return the seed of a student that follows from a text which the class shares."""
    digest = hashlib.sha256(f"{text}\0{student}".encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED


def _joined(name: str) -> str:
    """Write a name as Canvas does in the names of files: small letters and digits only."""
    return "".join(filter(str.isalnum, name.casefold()))
