"""Read a roster, and match submissions with its students."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.classes.discover import FoundSubmission
from grader.core.errors import ClassError
from grader.files import csv_table

COLUMNS = {
    # Headers in the exports of Canvas, Moodle and Gradescope, and those that people write.
    "id": ("student id", "student", "sis user id", "id number", "idnumber", "sid", "identifier"),
    "name": ("full name", "student name"),
    "email": ("email address", "e-mail", "mail"),
    "username": ("user name", "login", "sis login id", "github", "github username"),
    "seed": ("variant",),
    "section": (),
    "group": (),
}
MAX_SEED = 2**63 - 1
"""The largest seed that `--seed` takes as well, so that every result can be made again by hand."""


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
    """The students of a class, found by any of their names."""

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = tuple(students)
        self._known: dict[str, set[str]] = {}
        for student in self.students:
            for name in (student.id, student.username, student.email, student.email.partition("@")[0], student.name):
                # Case is ignored, and once more everything but letters and digits, since Canvas drops the rest.
                for spelling in {name.casefold(), _joined(name)} - {""}:
                    self._known.setdefault(spelling, set()).add(student.id)
        self._ids = {student.id.casefold(): student.id for student in self.students}

    def find(self, names: Iterable[str]) -> str | None:
        """Return the id of the student with one of these names; None if there is none, or more than one."""
        for name in names:
            exact = self._ids.get(name.casefold())  # an id wins over somebody else's username or name
            known = self._known.get(name.casefold(), set()) | self._known.get(_joined(name), set())
            if exact or len(known) == 1:
                return exact or next(iter(known))
        return None

    def find_within(self, name: str) -> str | None:
        """Return the id of the only student whose id or username the name starts or ends with, as in `hw1-ada`."""
        folded = name.casefold()
        found = {
            student.id
            for student in self.students
            for each in (student.id.casefold(), student.username.casefold())
            if each and any(folded.endswith(f"{mark}{each}") or folded.startswith(f"{each}{mark}") for mark in "-_ ")
        }
        return found.pop() if len(found) == 1 else None


class Matched(NamedTuple):
    """A class: each student with their submission, students without one, and names that are not on the roster."""

    submissions: tuple[tuple[Student, FoundSubmission], ...]
    missing: tuple[Student, ...] = ()
    unknown: tuple[str, ...] = ()


def load_roster(path: Path) -> Roster:
    """Read a roster from CSV.

    Raises:
        ClassError: A line has no id, or the id of another line.
    """
    students: list[Student] = []
    places: dict[str, str] = {}
    for place, cells in csv_table.read(path, COLUMNS, ["id"]):
        student_id = cells["id"]
        if not student_id:
            raise ClassError(f"{place}: there is no id; give every student one")
        if not student_id.isprintable() or len(student_id) > 200:
            raise ClassError(f"{place}: the id {student_id[:40]!r} has characters that cannot be shown; correct it")
        # Without case, since ids become names of files, and some file systems ignore it.
        if student_id.casefold() in places:
            other = places[student_id.casefold()]
            raise ClassError(f"{place}: the id {student_id!r} is that of {other}, too; keep one of the lines")
        places[student_id.casefold()] = place
        rest = {key: cells.get(key, "") for key in ("name", "email", "username", "section", "group")}
        students.append(Student(id=student_id, seed=_seed(cells.get("seed", "")), **rest))
    if not students:
        raise ClassError(f"{path}: there is no student; write a line for each under the headers")
    return Roster(students)


def match(found: Sequence[FoundSubmission], roster: Roster | None) -> Matched:
    """Assign each submission to a student; one that matches nobody on the roster keeps its own name as the id.

    Raises:
        ClassError: Two submissions belong to the same student.
    """
    by_id = {student.id: student for student in roster.students} if roster else {}
    taken: dict[str, FoundSubmission] = {}
    matched: list[tuple[Student, FoundSubmission]] = []
    unknown: list[str] = []
    for each in found:
        student_id = (roster.find(each.names) or roster.find_within(each.name)) if roster else None
        student = by_id[student_id] if student_id else Student(each.name)
        if roster and not student_id:
            unknown.append(each.name)
        # Not the later one wins: nobody can tell here which of the two is meant.
        other = taken.setdefault(student.id.casefold(), each)
        if other is not each:
            both = f"{other.place} and {each.place}"
            raise ClassError(f"{both} are both of the student {student.id!r}; take one of them out")
        matched.append((student, each))
    handed_in = {student.id for student, _ in matched}
    missing = tuple(student for student in by_id.values() if student.id not in handed_in)
    return Matched(tuple(matched), missing, tuple(unknown))


def _seed(text: str) -> int | None:
    """Return a seed from its cell: a number, or one derived from the name of a variant."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and int(text) <= MAX_SEED:
        return int(text)
    return derived_seed("variant", text)


def derived_seed(text: str, student: str) -> int:
    """Derive a student's seed from a text that the class shares."""
    # A hash, so that neither the text nor another student's seed follows from one's own, which every result shows.
    digest = hashlib.sha256(f"{text}\0{student}".encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED


def _joined(name: str) -> str:
    """Return a name as Canvas writes it in names of files: lower case, letters and digits only."""
    return "".join(filter(str.isalnum, name.casefold()))
