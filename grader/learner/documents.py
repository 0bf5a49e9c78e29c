"""The JSON documents of `learn list`, `status`, `cards`, `glossary` and `doctor`: their shapes, and some of them themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grader.core.models import COUNT, FLAG, TEXT, Kind, many, one_of, optional, record, simple
from grader.core.result import LAYERS, Verdict
from grader.course.course import Course
from grader.course.terms import Term
from grader.learner import current
from grader.learner.progress import Progress
from grader.learner.record import is_due
from grader.learner.workspace import Workspace


class ListedCourse(NamedTuple):
    """The course that a document is about."""

    id: str
    title: str
    version: int


class ListedExercise(NamedTuple):
    """An exercise, and the learner's last result in it."""

    id: str
    name: str
    title: str
    points: int
    status: Verdict
    score: int
    hints: int
    difficulty: int
    least_minutes: int
    most_minutes: int
    file: str | None


class ListedUnit(NamedTuple):
    """A unit and its exercises."""

    id: str
    title: str
    exercises: tuple[ListedExercise, ...]


class ExerciseList(NamedTuple):
    """The document of `learn list`."""

    course: ListedCourse
    workspace: str | None
    units: tuple[ListedUnit, ...]
    schema: str = "learn/list/v1"


class UnitStatus(NamedTuple):
    """A unit and the number of its exercises that have passed."""

    id: str
    title: str
    passed: int
    exercises: int


class CourseStatus(NamedTuple):
    """The document of `learn status`."""

    course: ListedCourse
    workspace: str | None
    passed: int
    exercises: int
    units: tuple[UnitStatus, ...]
    current: str | None
    is_update_due: bool
    schema: str = "learn/status/v1"


class ListedCard(NamedTuple):
    """A flashcard, its texts as its deck has them, with figures filled in."""

    id: str
    front: str
    back: str
    tags: tuple[str, ...]
    exercise: str | None
    source: str | None


class ListedDeck(NamedTuple):
    """A deck; without its cards in the list of all decks."""

    id: str
    title: str
    size: int
    cards: tuple[ListedCard, ...] | None = None


class DeckList(NamedTuple):
    """The document of `learn cards`."""

    decks: tuple[ListedDeck, ...]
    schema: str = "learn/cards/v1"


class ListedTerm(NamedTuple):
    """A term of the glossary, and the page or exercise that introduces it."""

    name: str
    short: str
    sentence: str
    page: str | None
    exercise: str | None


class Glossary(NamedTuple):
    """The document of `learn glossary`."""

    terms: tuple[ListedTerm, ...]
    schema: str = "learn/glossary/v1"


class PackageVersion(NamedTuple):
    """A package that is installed."""

    name: str
    version: str


class ExerciseCount(NamedTuple):
    """The course that is installed, and how many exercises it has."""

    id: str
    version: int
    exercises: int


class Diagnosis(NamedTuple):
    """The document of `learn doctor`."""

    packages: tuple[PackageVersion, ...]
    python: str
    platform: str
    course: ExerciseCount
    course_folder: str
    workspace: str | None
    cache: str
    pdf: str
    processes: str
    confinement: tuple[str, ...]
    problem: str | None
    schema: str = "learn/doctor/v1"


def _name(schema: str) -> Kind:
    return simple({"const": schema}, (str,), lambda value: value == schema).described("The name of this schema.")


MAYBE = optional(TEXT)
TEXTS = many(TEXT)
WORKSPACE = MAYBE.described("The folder of the workspace; null outside of one.")
ESTIMATE = COUNT.described("An estimate, from the length of the task and of its solution.")
UNIT_ID = TEXT.described("The unit's id, the name of its folder.")
TITLE = TEXT.described("The title that people read.")
COURSE_ID = TEXT.described("The course's id, from its `course.yaml`.")
VERSION = COUNT.described("The course's version, from its `course.yaml`.")
EXERCISES = COUNT.described("The number of exercises.")
COURSE = record(ListedCourse, "The course.", id=COURSE_ID, title=TITLE, version=VERSION)
LIST = record(
    ExerciseList, "The exercises of the course, and the learner's progress in them.",
    schema=_name("learn/list/v1"), course=COURSE, workspace=WORKSPACE,
    units=many(record(
        ListedUnit, "A unit, in teaching order.", id=UNIT_ID, title=TITLE,
        exercises=many(record(
            ListedExercise, "An exercise, in teaching order.",
            id=TEXT.described("The exercise's id, `unit/name`."),
            name=TEXT.described("The name that commands take."), title=TITLE,
            points=COUNT.described("The points that can be earned."),
            status=one_of(Verdict).described("The verdict of the last check."),
            score=COUNT.described("The points earned in the last check."),
            hints=COUNT.described("The number of the last hint taken."),
            difficulty=COUNT.described("An estimate, from 1 to 3."), least_minutes=ESTIMATE, most_minutes=ESTIMATE,
            file=MAYBE.described("The learner's file; null outside of a workspace."),
        )).described("The unit's exercises, in teaching order."),
    )).described("The units, in teaching order."),
)  # fmt: skip
STATUS = record(
    CourseStatus, "How far the learner is.",
    schema=_name("learn/status/v1"), course=COURSE, workspace=WORKSPACE,
    passed=COUNT.described("The number of exercises that have passed."), exercises=EXERCISES,
    units=many(record(
        UnitStatus, "A unit, in teaching order, and how many of its exercises have passed.",
        id=UNIT_ID, title=TITLE, passed=COUNT.described("The number of its exercises that have passed."),
        exercises=EXERCISES,
    )).described("The units, in teaching order."),
    current=MAYBE.described("The id of the exercise that the learner is at; null if all have passed."),
    update_due=("is_update_due", FLAG.described("Whether `learn update` has something to do.")),
)  # fmt: skip
CARDS = record(
    DeckList, "Decks of flashcards.",
    schema=_name("learn/cards/v1"),
    decks=many(record(
        ListedDeck, "A deck.", id=TEXT.described("The deck's id, the name of its file."), title=TITLE,
        count=("size", COUNT.described("The number of its cards.")),
        cards=optional(many(record(
            ListedCard, "A card; its texts are Markdown with `$formulas$`.",
            id=TEXT.described("The card's id, which no other card of the course has."),
            front=TEXT.described("The question."), back=TEXT.described("The answer, figures filled in."),
            tags=TEXTS.described("The card's tags."),
            exercise=MAYBE.described("The id of the exercise that the card belongs to."),
            source=MAYBE.described("The source of its claims."),
        ))).described("Null in the list of all decks."),
    )).described("The decks, in the order of the course."),
)  # fmt: skip
GLOSSARY = record(
    Glossary, "Terms of the course.",
    schema=_name("learn/glossary/v1"),
    terms=many(record(
        ListedTerm, "A term, and the page or exercise that introduces it.",
        name=TEXT.described("The term."), short=TEXT.described("Another name of it; empty if there is none."),
        sentence=TEXT.described("The sentence that introduces it, as Markdown."),
        page=MAYBE.described("The id of the page; null if an exercise introduces the term."),
        exercise=MAYBE.described("The id of the exercise; null if a page introduces the term."),
    )).described("In alphabetical order."),
)  # fmt: skip
DOCTOR = record(
    Diagnosis, "The installation, and whether a function can be graded.",
    schema=_name("learn/doctor/v1"),
    packages=many(record(
        PackageVersion, "A package that is installed.",
        name=TEXT.described("Its name on the package index."), version=TEXT.described("Its version."),
    )).described("Our own package, and those it needs."),
    python=TEXT.described("Python's version, and where it is."), platform=TEXT.described("The operating system."),
    course=record(ExerciseCount, "The course that is installed.", id=COURSE_ID, version=VERSION, exercises=EXERCISES),
    course_folder=TEXT.described("The folder that the course is read from."), workspace=WORKSPACE,
    cache=TEXT.described("The folder of parsed files, and its size."),
    pdf=TEXT.described("Whether PDF files can be made, or what is missing."),
    processes=TEXT.described("How learners' processes are started."), confinement=LAYERS,
    problem=MAYBE.described("Why no function could be graded; null if one could."),
)  # fmt: skip
KINDS = {"list": LIST, "status": STATUS, "cards": CARDS, "glossary": GLOSSARY, "doctor": DOCTOR}
"""The documents by their commands."""


def listed_course(course: Course) -> ListedCourse:
    """Return a course as documents name it."""
    return ListedCourse(course.id, course.title, course.version)


def exercise_list(course: Course, workspace: Workspace | None, noted: Progress) -> ExerciseList:
    """Return the document of `learn list`."""
    units = tuple(
        ListedUnit(unit.id, unit.title, tuple(_listed(course, workspace, noted, unit.exercise_ids)))
        for unit in course.units
    )
    return ExerciseList(listed_course(course), _folder(workspace), units)


def _listed(
    course: Course, workspace: Workspace | None, noted: Progress, ids: Iterable[str]
) -> Iterable[ListedExercise]:
    known = {each.value: each for each in Verdict}
    for each in ids:
        words, standing, effort = course.words(each), noted.standing(each), course.effort(each)
        status = known.get(standing.status, Verdict.NOT_ATTEMPTED)
        file = str(workspace.stub_path(each)) if workspace else None
        progress = (status, standing.score, standing.hints)
        yield ListedExercise(each, words.name, words.title, words.points, *progress, *effort, file)


def course_status(course: Course, workspace: Workspace | None, noted: Progress) -> CourseStatus:
    """Return the document of `learn status`."""
    units = tuple(
        UnitStatus(unit.id, unit.title, sum(map(noted.is_passed, unit.exercise_ids)), len(unit.exercise_ids))
        for unit in course.units
    )
    return CourseStatus(
        course=listed_course(course),
        workspace=_folder(workspace),
        passed=sum(unit.passed for unit in units),
        exercises=sum(unit.exercises for unit in units),
        units=units,
        current=current.current_exercise(course, workspace) if workspace else course.exercise_ids[0],
        is_update_due=workspace is not None and is_due(workspace.state, course),
    )


def glossary_of(terms: Iterable[Term]) -> Glossary:
    """Return the document of `learn glossary`."""
    places = ((each, each.place.partition(":")) for each in terms)
    return Glossary(
        tuple(
            ListedTerm(each.name, each.short, each.sentence, *((name, None) if kind == "page" else (None, name)))
            for each, (kind, _, name) in places
        )
    )


def _folder(workspace: Workspace | None) -> str | None:
    return str(workspace.folder) if workspace else None
