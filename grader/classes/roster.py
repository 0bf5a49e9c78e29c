"""Read a roster: one of our own, or the list of a class as a platform exports it."""

import contextlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import ClassError
from grader.files import csv_table

COLUMNS: Mapping[str, Sequence[str]] = {
    # Headers in the exports of Moodle, Gradescope, GitHub Classroom and Classroom 50, and those that people write.
    "id": ("student id", "student", "sis user id", "id number", "idnumber", "sid", "identifier"),
    "name": ("full name", "student name"),
    "first": ("first name", "given name"),
    "last": ("last name", "surname", "family name"),
    "email": ("email address", "e-mail", "mail"),
    "username": ("user name", "login", "sis login id", "github", "github username"),
}
CANVAS: Mapping[str, Sequence[str]] = {"id": (), "name": ("student",), "username": ("sis login id",)}
"""Columns of a gradebook that Canvas exported, in which `ID` is the number in its downloads, and `Student` a name."""
CANVAS_HEADERS = ("Student", "ID", "Section")
CANVAS_TEST_STUDENT = "Student, Test"
WORKSHEET: Mapping[str, Sequence[str]] = {
    "number": ("identifier",),
    "id": ("id number",),
    "name": ("full name",),
    "email": ("email address",),
    "username": (),
    "submitted": ("last modified (submission)",),
}
"""Columns of the grading worksheet of an assignment in Moodle, whose identifiers are those of its download."""
WORKSHEET_HEADERS = ("Identifier", "Status", "Grade")
PARTICIPANT = re.compile(r"\D*(\d+)")
WORKSHEET_TIMES = ("%A, %d %B %Y, %I:%M %p", "%A, %B %d, %Y, %I:%M %p", "%A, %d %B %Y, %H:%M")
"""Moodle's times in British and American English; they have no zone."""


class Student(NamedTuple):
    """One line of the roster."""

    id: str
    name: str = ""
    email: str = ""
    username: str = ""
    number: str = ""
    """Moodle's number of the student in one assignment."""
    submitted: datetime | None = None
    """When the work came by Moodle's worksheet, which names no zone."""


class Roster:
    """The students of a class, found by their ids and by other names."""

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = tuple(students)
        self._ids: dict[str, Student] = {}
        self._numbers = {student.number: student for student in self.students if student.number}
        self._names: dict[str, list[Student]] = {}
        self._short: dict[str, list[Student]] = {}
        self._any: dict[str, list[Student]] = {}
        for student in self.students:
            self._ids[folded(student.id)] = student
            short = {student.id, student.username}
            others = {student.email, student.email.partition("@")[0]}
            for table, names in (
                (self._names, _turned(student.name)),
                (self._any, short | others | _turned(student.name)),
            ):
                # Case is ignored, and once more everything but letters and digits, since Canvas drops the rest.
                for spelling in {*map(folded, names), *map(_joined, names)} - {""}:
                    table.setdefault(spelling, []).append(student)
            for spelling in {*map(folded, short)} - {""}:
                self._short.setdefault(spelling, []).append(student)

    def by_id(self, text: str) -> Student | None:
        """Return the student with this id."""
        return self._ids.get(folded(text))

    def by_number(self, number: str) -> Student | None:
        """Return the student with this number of Moodle, which no other assignment of the site has."""
        return self._numbers.get(number)

    def named(self, name: str) -> tuple[Student, ...]:
        """Return the students of this name, with the first name first or last; in a roster without names, of this id."""
        return _found(self._names, name) if self._names else self.named_by(name)

    def named_by(self, text: str) -> tuple[Student, ...]:
        """Return the students with this id, username, address or name; an id wins over somebody else's name."""
        student = self.by_id(text)
        return (student,) if student else _found(self._any, text)

    def short_named(self, text: str) -> tuple[Student, ...]:
        """Return the students with this id or username."""
        return tuple(self._short.get(folded(text), ()))


def load_roster(path: Path) -> Roster:
    """Read a roster from CSV; a student without an id has their username or address as such.

    Raises:
        ClassError: A line names nobody, or has the id of another line.
    """
    table = csv_table.open_table(path)
    is_canvas, is_worksheet = table.has_headers(CANVAS_HEADERS), table.has_headers(WORKSHEET_HEADERS)
    columns = CANVAS if is_canvas else WORKSHEET if is_worksheet else COLUMNS
    others = ("username", "email", *(("number",) if is_worksheet else ()))
    students: list[Student] = []
    places: dict[str, str] = {}
    for place, cells in table.rows(columns, ["id"], instead={"id": others}):
        if is_canvas and (not cells["id"] or cells["name"] == CANVAS_TEST_STUDENT):
            continue  # lines on the columns: possible points, manual posting
        student = _student(cells, place)
        # Without case, since ids become names of files, and some file systems ignore it.
        key = folded(student.id)
        if key in places:
            raise ClassError(f"{place}: the id {student.id!r} is that of {places[key]}, too; keep one of the lines")
        places[key] = place
        students.append(student)
    if not students:
        raise ClassError(f"{path}: there is no student; write a line for each under the headers")
    return Roster(students)


def _student(cells: Mapping[str, str], place: str) -> Student:
    cells = {key: unicodedata.normalize("NFC", cell) for key, cell in cells.items()}
    number = PARTICIPANT.fullmatch(cells.get("number", ""))
    names = (cells.get(key) for key in ("id", "username", "email", "number"))
    student_id = next(filter(None, names), "")
    if not student_id:
        raise ClassError(f"{place}: there is no id; give every student one")
    if not student_id.isprintable() or len(student_id) > 200:
        raise ClassError(f"{place}: the id {student_id[:40]!r} has characters that cannot be shown; correct it")
    rest = {key: cells.get(key, "") for key in ("name", "email", "username")}
    rest["name"] = rest["name"] or f"{cells.get('first', '')} {cells.get('last', '')}".strip()
    submitted = _read_time(cells.get("submitted", ""))
    return Student(id=student_id, **rest, number=number[1] if number else "", submitted=submitted)


def _read_time(text: str) -> datetime | None:
    """Return a time of Moodle's worksheet; None if nothing was handed in, or it is in another language."""
    for known in WORKSHEET_TIMES:
        with contextlib.suppress(ValueError):
            return datetime.strptime(" ".join(text.split()), known)
    return None


def _found(table: Mapping[str, list[Student]], text: str) -> tuple[Student, ...]:
    return tuple(dict.fromkeys((*table.get(folded(text), ()), *table.get(_joined(text), ()))))


def folded(text: str) -> str:
    """Return a text without case, its accents composed: macOS writes ü as two characters."""
    return unicodedata.normalize("NFC", text).casefold()


def _joined(name: str) -> str:
    """Return a name as Canvas writes it in names of files: lower case, letters and digits only."""
    return "".join(filter(str.isalnum, folded(name)))


def _turned(name: str) -> set[str]:
    """Return a name as it is, and with each of its words first: `Ada Lovelace` and `Lovelace Ada`."""
    words = name.replace(",", " ").split()
    return {name, *(" ".join((*words[place:], *words[:place])) for place in range(len(words)))}
