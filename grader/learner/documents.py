"""JSON documents of `learn list`, `status`, `print cards`, `read terms` and `doctor`: schemas, and how most are made."""

from collections.abc import Iterable
from typing import Any

from grader.core.result import LAYERS, Verdict
from grader.core.shapes import COUNT, FLAG, TEXT, Kind, many, one_of, optional, simple
from grader.course.course import Course
from grader.course.terms import Term
from grader.learner import position
from grader.learner.folder import Workspace
from grader.learner.note import is_due
from grader.learner.progress import Progress

Document = dict[str, Any]


def _object(description: str, **properties: Kind) -> Kind:
    """Return the kind of an object that has exactly these properties."""
    schema = {
        "type": "object",
        "description": description,
        "properties": {key: kind.schema for key, kind in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }
    return simple(schema, (dict,))


def _document(command: str, description: str, **properties: Kind) -> Document:
    """Return the schema of a command's document, which begins with the schema's name."""
    name = simple({"const": f"learn/{command}/v1"}, (str,)).described("The name of this schema.")
    return _object(description, schema=name, **properties).schema


MAYBE = optional(TEXT)
WORKSPACE = MAYBE.described("The folder of the workspace; null outside of one.")
ESTIMATE = COUNT.described("An estimate, from the length of the task and of its solution.")
UNIT_ID = TEXT.described("The unit's id, the name of its folder.")
TITLE = TEXT.described("The title that people read.")
COURSE_ID = TEXT.described("The course's id, from its `course.yaml`.")
VERSION = COUNT.described("The course's version, from its `course.yaml`.")
EXERCISES = COUNT.described("The number of exercises.")
COURSE = _object("The course.", id=COURSE_ID, title=TITLE, version=VERSION)
LIST = _document(
    "list", "The exercises of the course, and the learner's progress in them.",
    course=COURSE, workspace=WORKSPACE,
    units=many(_object(
        "A unit, in teaching order.", id=UNIT_ID, title=TITLE,
        exercises=many(_object(
            "An exercise, in teaching order.",
            id=TEXT.described("The exercise's id, `unit/name`."),
            name=TEXT.described("The name that commands take."), title=TITLE,
            points=COUNT.described("The points that can be earned."),
            extra=FLAG.described("Whether `learn next` and the end of the course pass it by."),
            status=one_of(Verdict).described("The verdict of the last check."),
            score=COUNT.described("The points earned in the last check."),
            hints=COUNT.described("The number of the last hint taken."),
            difficulty=COUNT.described("An estimate, from 1 to 3."), least_minutes=ESTIMATE, most_minutes=ESTIMATE,
            file=MAYBE.described("The learner's file; null outside of a workspace."),
        )).described("The unit's exercises, in teaching order."),
    )).described("The units, in teaching order."),
)  # fmt: skip
STATUS = _document(
    "status", "How far the learner is.",
    course=COURSE, workspace=WORKSPACE,
    passed=COUNT.described("The number of exercises that have passed."), exercises=EXERCISES,
    units=many(_object(
        "A unit, in teaching order, and how many of its exercises have passed.",
        id=UNIT_ID, title=TITLE, passed=COUNT.described("The number of its exercises that have passed."),
        exercises=EXERCISES,
    )).described("The units, in teaching order."),
    current=MAYBE.described("The id of the exercise that the learner is at; null if all have passed."),
    update_due=FLAG.described("Whether `learn update` has something to do."),
    times=optional(many(_object(
        "An exercise that was looked at.", exercise=TEXT.described("The exercise's id."),
        first_look=MAYBE.described("When it was first shown or checked."),
        first_pass=MAYBE.described("When it first passed."),
    ))).described("Null without `--times`. The times are in UTC and ISO 8601; null if they are not known."),
)  # fmt: skip
CARDS = _document(
    "cards", "Decks of flashcards.",
    decks=many(_object(
        "A deck.", id=TEXT.described("The deck's id, the name of its file."), title=TITLE,
        count=COUNT.described("The number of its cards."),
        cards=optional(many(_object(
            "A card; its texts are Markdown with `$formulas$`.",
            id=TEXT.described("The card's id, which no other card of the course has."),
            front=TEXT.described("The question."), back=TEXT.described("The answer, figures filled in."),
            tags=many(TEXT).described("The card's tags."),
            exercise=MAYBE.described("The id of the exercise that the card belongs to."),
            source=MAYBE.described("The source of its claims."),
        ))).described("Null in the list of all decks."),
    )).described("The decks, in the order of the course."),
)  # fmt: skip
GLOSSARY = _document(
    "glossary", "Terms of the course.",
    terms=many(_object(
        "A term, and the page or exercise that introduces it.",
        name=TEXT.described("The term."), also=many(TEXT).described("Its other names."),
        means=TEXT.described("Its definition, as Markdown."),
        page=MAYBE.described("The id of the page; null if an exercise introduces the term."),
        exercise=MAYBE.described("The id of the exercise; null if a page introduces the term."),
    )).described("In alphabetical order."),
)  # fmt: skip
DOCTOR = _document(
    "doctor", "The installation, and whether a function can be graded.",
    packages=many(_object(
        "A package that is installed.",
        name=TEXT.described("Its name on the package index."), version=TEXT.described("Its version."),
    )).described("Our own package, and those it needs."),
    python=TEXT.described("Python's version, and where it is."), platform=TEXT.described("The operating system."),
    course=_object("The course that is installed.", id=COURSE_ID, version=VERSION, exercises=EXERCISES),
    course_folder=TEXT.described("The folder that the course is read from."), workspace=WORKSPACE,
    cache=TEXT.described("The folder of parsed files, and its size."),
    pdf=TEXT.described("Whether PDF files can be made, or what is missing."),
    processes=TEXT.described("How learners' processes are started."), confinement=LAYERS,
    problem=MAYBE.described("Why no function could be graded; null if one could."),
)  # fmt: skip
SCHEMAS = {"list": LIST, "status": STATUS, "cards": CARDS, "glossary": GLOSSARY, "doctor": DOCTOR}
"""The schemas of the documents by their commands."""


def document(command: str, /, **values: Any) -> Document:
    """Return the document of a command."""
    return {"schema": f"learn/{command}/v1", **values}


def exercise_list(course: Course, workspace: Workspace | None, noted: Progress) -> Document:
    """Return the document of `learn list`."""
    units = [
        {"id": unit.id, "title": unit.title, "exercises": list(_listed(course, workspace, noted, unit.exercise_ids))}
        for unit in course.units
    ]
    return document("list", course=_named(course), workspace=_folder(workspace), units=units)


def _listed(course: Course, workspace: Workspace | None, noted: Progress, ids: Iterable[str]) -> Iterable[Document]:
    known = {verdict.value for verdict in Verdict}
    for exercise_id in ids:
        words, standing, effort = course.words(exercise_id), noted.standing(exercise_id), course.effort(exercise_id)
        yield {
            "id": exercise_id,
            "name": words.name,
            "title": words.title,
            "points": words.points,
            "extra": exercise_id not in course.main_ids,
            "status": standing.status if standing.status in known else Verdict.NOT_ATTEMPTED.value,
            "score": standing.score,
            "hints": standing.hints,
            "difficulty": effort.level,
            "least_minutes": effort.least,
            "most_minutes": effort.most,
            "file": str(workspace.stub_path(exercise_id)) if workspace else None,
        }


def course_status(course: Course, workspace: Workspace | None, noted: Progress, *, has_times: bool = False) -> Document:
    """Return the document of `learn status`."""
    times = [
        {"exercise": name, "first_look": own.first_look or None, "first_pass": own.first_pass or None}
        for name in course.exercise_ids
        if (own := noted.standing(name)).first_look or own.first_pass
    ]
    passed = {unit.id: sum(map(noted.is_passed, unit.exercise_ids)) for unit in course.units}
    return document(
        "status",
        course=_named(course),
        workspace=_folder(workspace),
        passed=sum(passed.values()),
        exercises=len(course.exercise_ids),
        units=[
            {"id": unit.id, "title": unit.title, "passed": passed[unit.id], "exercises": len(unit.exercise_ids)}
            for unit in course.units
        ],
        current=position.current_exercise(course, workspace) if workspace else course.exercise_ids[0],
        update_due=workspace is not None and is_due(workspace.state, course),
        times=times if has_times else None,
    )


def glossary_of(terms: Iterable[Term]) -> Document:
    """Return the document of `learn read terms`."""
    listed: list[Document] = []
    for term in terms:
        kind, _, name = term.place.partition(":")
        page, exercise = (name, None) if kind == "page" else (None, name)
        listed.append(
            {"name": term.name, "also": [*term.also], "means": term.means, "page": page, "exercise": exercise}
        )
    return document("glossary", terms=listed)


def _named(course: Course) -> Document:
    return {"id": course.id, "title": course.title, "version": course.version}


def _folder(workspace: Workspace | None) -> str | None:
    return str(workspace.folder) if workspace else None
