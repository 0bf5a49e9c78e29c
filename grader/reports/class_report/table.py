"""The table of a class: add results one at a time, then count, group and list; no result is kept in memory."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import median
from typing import NamedTuple

from grader.core.escape import cut, line
from grader.core.result import (
    NOT_HANDED_IN,
    UNGRADED,
    CheckResult,
    CourseStamp,
    ExerciseResult,
    NamedMistake,
    Verdict,
    describe_lateness,
)
from grader.reports.document import LeftOut, Stored

BINS = [*(f"{low} to {low + 9} %" for low in range(0, 100, 10)), "100 %"]
"""Shares of the points; all of them are a share of their own."""
MAX_NAME, MAX_TITLE, MAX_DETAIL = 120, 160, 500
IMPORTED = re.compile("imports `[^`]*`")
"""A module in an obstacle; its name is the learner's."""


class Person(NamedTuple):
    """A student; only the id is known without a roster."""

    id: str
    name: str = ""
    email: str = ""


class ExerciseCell(NamedTuple):
    """An exercise of a student; `group` is the reason in words that name no file, `reason` the whole sentence."""

    verdict: Verdict
    score: int
    max_score: int
    group: str
    reason: str
    mistakes: tuple[str, ...]

    @property
    def is_graded(self) -> bool:
        return self.verdict not in UNGRADED

    @property
    def outcome(self) -> str:
        known = {Verdict.PASS: "passed", Verdict.NOT_ATTEMPTED: "not attempted"}
        return known.get(self.verdict, "failed") if self.is_graded else "not graded"


class StudentRow(NamedTuple):
    """A student with a result; `cells` are by the exercises' ids."""

    student: str
    cells: Mapping[str, ExerciseCell]
    score: int
    max_score: int
    is_graded: bool
    late: str
    is_on_roster: bool
    unclear: tuple[str, ...]


class Group(NamedTuple):
    """Students who have something in common, a line for each; an anonymous report has only their number."""

    title: str
    size: int
    students: tuple[str, ...] = ()


class ClassMistake(NamedTuple):
    """A named mistake, the students who made it, and a call that shows it if there is one."""

    exercise: str
    mistake: NamedMistake
    who: Group
    call: str = ""
    got: str = ""
    expected: str = ""


class ExerciseSummary(NamedTuple):
    """An exercise: how many students have which outcome, and who has not passed, by the reason."""

    id: str
    title: str
    counts: Mapping[str, int]
    groups: Sequence[Group]

    @property
    def passed(self) -> int:
        return self.counts.get("passed", 0)

    @property
    def graded(self) -> int:
        return sum(self.counts.values()) - self.counts.get("not graded", 0)


class ClassTable:
    """The results of a class; students on the roster without a result are missing."""

    def __init__(self, roster: Sequence[Person] = (), *, is_anonymous: bool = False) -> None:
        self.is_anonymous = is_anonymous
        self.titles: dict[str, str] = {}
        self.rows: list[StudentRow] = []
        self.left_out: list[LeftOut] = []
        self.editions: Counter[tuple[CourseStamp, str]] = Counter()
        self._people = {person.id.casefold(): person for person in roster}
        self._unconfined = 0
        self._mistakes: dict[tuple[str, str], NamedMistake] = {}
        self._calls: dict[tuple[str, str], tuple[str, str, str]] = {}

    def add(self, stored: Stored | LeftOut) -> None:
        """Add a student's result, or note a file that is left out."""
        if isinstance(stored, LeftOut):
            self.left_out.append(stored)
            return
        result = stored.result
        self.editions[result.course, result.tool_version] += 1
        self._unconfined += not result.is_confined
        for exercise in result.exercises:
            self.titles.setdefault(exercise.id, exercise.title)
            self._note_mistakes(exercise)
        self.rows.append(
            StudentRow(
                student=stored.student,
                cells={exercise.id: _make_cell(exercise) for exercise in result.exercises},
                score=result.score,
                max_score=result.max_score,
                is_graded=result.is_graded,
                late=describe_lateness(stored.late_seconds) if stored.is_late else "",
                is_on_roster=stored.is_on_roster,
                unclear=stored.unclear,
            )
        )

    def _note_mistakes(self, exercise: ExerciseResult) -> None:
        for mistake in (check.mistake for check in exercise.checks if check.mistake):
            key = exercise.id, mistake.name
            self._mistakes.setdefault(key, mistake._replace(is_partial=False))
            # Of several mistakes, one alone does not give the values that a call shows.
            if not mistake.is_partial and key not in self._calls:
                self._calls[key] = _choose_call(exercise.checks, mistake.name)

    # --- students ---------------------------------------------------------------------------

    def person(self, student: str) -> Person:
        """Return the student's line of the roster; without one only the id."""
        return self._people.get(student.casefold(), Person(student))

    @property
    def missing(self) -> list[str]:
        """Return the ids on the roster without a result."""
        known = {row.student.casefold() for row in self.rows}
        return [person.id for key, person in self._people.items() if key not in known]

    def _group(self, title: str, students: Mapping[str, str], *, has_address: bool = False) -> Group:
        """Return students, each with a sentence if there is one, sorted by id."""
        listed = sorted(students, key=lambda student: (student.casefold(), student))
        names = tuple(self._name(student, students[student], has_address=has_address) for student in listed)
        return Group(cut(line(title), MAX_TITLE), len(listed), () if self.is_anonymous else names)

    def _name(self, student: str, why: str, *, has_address: bool) -> str:
        person = self.person(student)
        more = [text for text in (person.name, person.email if has_address else "") if text and text != student]
        name = cut(line(f"{student} ({', '.join(more)})" if more else student), MAX_NAME)
        return cut(f"{name}: {line(why)}" if why else name, MAX_DETAIL)

    def _group_by(self, rows: Iterable[tuple[str, str, str]], *, has_address: bool = False) -> list[Group]:
        """Group rows of a reason, a student and a sentence by the reason, the largest group first."""
        found: dict[str, dict[str, list[str]]] = {}
        for title, student, why in rows:
            found.setdefault(title, {}).setdefault(student, []).append(why)
        groups = (
            # an archive that cannot be opened is the reason of every exercise in it
            self._group(
                title,
                {student: "; ".join(dict.fromkeys(whys)) for student, whys in students.items()},
                has_address=has_address,
            )
            for title, students in found.items()
        )
        return sorted(groups, key=lambda group: (-group.size, group.title))

    # --- figures ----------------------------------------------------------------------------

    @property
    def summary(self) -> str:
        """Return sentences on how many students have a number, and on their points."""
        graded = sum(row.is_graded for row in self.rows)
        counts = [f"{count(len(self.rows), 'result')}: {graded} graded"]
        counts += [f"{len(self.rows) - graded} without a number"] if graded < len(self.rows) else []
        counts += [f"{count(len(self.missing), 'student')} with nothing handed in"] if self.missing else []
        return f"{', '.join(counts)}. {self._describe_scores()}"

    @cached_property
    def _scores(self) -> list[tuple[int, int]]:
        return [(row.score, row.max_score) for row in self.rows if row.is_graded and row.max_score]

    def _describe_scores(self) -> str:
        if not self._scores:
            return "There are no points to earn in these results."
        maxima = {most for _, most in self._scores}
        middle = f"{median(100 * score / most for score, most in self._scores):.3g} % of the points"
        if len(maxima) == 1:
            middle = f"{median(score for score, _ in self._scores):g} of {count(maxima.pop(), 'point')}"
        whole = sum(score == most for score, most in self._scores)
        return f"The median is {middle}; {whole or 'nobody'} {'have' if whole > 1 else 'has'} all of them."

    @property
    def bins(self) -> dict[str, int]:
        """Return how many students have which share of the points; empty without points."""
        numbers = Counter(BINS[10 * score // most] for score, most in self._scores)
        return {label: numbers[label] for label in BINS} if self._scores else {}

    @cached_property
    def exercises(self) -> list[ExerciseSummary]:
        """Return the exercises in the order of the course."""
        found = []
        for exercise_id, title in self.titles.items():
            cells = {row.student: row.cells[exercise_id] for row in self.rows if exercise_id in row.cells}
            failed = ((cell.group, student, "") for student, cell in cells.items() if cell.group and cell.is_graded)
            counts = Counter(cell.outcome for cell in cells.values())
            found.append(ExerciseSummary(exercise_id, title, counts, self._group_by(failed)))
        return found

    @cached_property
    def mistakes(self) -> list[ClassMistake]:
        """Return the named mistakes, the most frequent first; each counts once for a student."""
        found = []
        for key, mistake in self._mistakes.items():
            exercise, name = key
            cells = ((row.student, row.cells.get(exercise)) for row in self.rows)
            students = {student: "" for student, cell in cells if cell and name in cell.mistakes}
            group = self._group(mistake.title, students)
            found.append(ClassMistake(exercise, mistake, group, *self._calls.get(key, ("", "", ""))))
        places = {exercise_id: place for place, exercise_id in enumerate(self.titles)}
        return sorted(found, key=lambda one: (-one.who.size, places[one.exercise], one.mistake.title))

    # --- what to look into ------------------------------------------------------------------

    @property
    def warnings(self) -> list[str]:
        """Return the editions of the course and the grader, and sentences on what may make the figures wrong."""
        sentences = [
            f"{count(number, 'result')} of course {cut(line(course.id), MAX_NAME)} {course.version} "
            f"({line(course.sha256)[:7]}), Token by Token {cut(line(version), MAX_NAME)}."
            for (course, version), number in self.editions.most_common()
        ]
        if len(self.editions) > 1:
            sentences.append("These should not be compared; grade again to have all of one edition.")
        if self.left_out:
            sentences.append(f"{count(len(self.left_out), 'file')} left out: no usable result of this class.")
        if self._unconfined:
            sentences.append(
                f"{count(self._unconfined, 'result')} made without strict confinement: the code could have read files of "
                "this machine and other students' work."
            )
        return sentences

    @property
    def ungraded(self) -> list[Group]:
        """Return what was not graded, by the reason, with a line for each student."""
        ungraded = (
            (cell.group, row.student, cell.reason)
            for row in self.rows
            for cell in row.cells.values()
            if not cell.is_graded
        )
        return self._group_by(ungraded, has_address=True)

    @property
    def notes(self) -> list[Group]:
        """Return what else to look into, with a line for each student."""
        unclear = {row.student: "; ".join(row.unclear) for row in self.rows if row.unclear and row.is_graded}
        found: dict[str, Mapping[str, str]] = {
            "Late": {row.student: row.late for row in self.rows if row.late},
            "Nothing handed in": dict.fromkeys(self.missing, ""),
            "Not on the roster": {row.student: "" for row in self.rows if not row.is_on_roster},
            "Graded, but other files may be meant": unclear,
        }
        return [self._group(title, students, has_address=True) for title, students in found.items() if students]


def count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 result`, `2 results`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def percent(part: int, whole: int) -> str:
    """Format a share in percent: 0 and 100 only if exact, empty if the whole is 0."""
    rounded = (200 * part + whole) // (2 * whole) if whole else 0
    return f"{min(99, max(1, rounded)) if 0 < part < whole else rounded} %" if whole else ""


def _make_cell(exercise: ExerciseResult) -> ExerciseCell:
    first = exercise.first_failure
    group = _name_group(exercise, first) if first else ""
    mistakes = tuple(dict.fromkeys(check.mistake.name for check in exercise.checks if check.mistake))
    return ExerciseCell(exercise.verdict, exercise.score, exercise.max_score, group, exercise.reason, mistakes)


def _name_group(exercise: ExerciseResult, first: CheckResult) -> str:
    """Return why an exercise has not passed, in words that name no file and no student."""
    if exercise.verdict is Verdict.INTERNAL:
        return "a fault of the grader"
    if exercise.verdict is Verdict.NOT_ATTEMPTED:
        return NOT_HANDED_IN if exercise.file is None else "not attempted"
    if named := next((check.mistake for check in exercise.checks if check.mistake), None):
        return named.told
    if first.obstacle:
        return f"the file {IMPORTED.sub('imports a module', first.obstacle)}"
    return f"{first.verdict.value}: {first.name}"


def _choose_call(checks: Sequence[CheckResult], mistake: str) -> tuple[str, str, str]:
    """Return the shortest call that shows a mistake, but none with a learner's exception text."""
    same = [check for check in checks if check.mistake and check.mistake.name == mistake]
    calls = [(check.call, check.got, check.expected) for check in same if not check.got.startswith("raised")]
    return min(filter(all, calls), key=lambda texts: len(texts[0]), default=("", "", ""))
