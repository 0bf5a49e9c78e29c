"""The pages to read: one for each unit, `lesson.md` in its folder, and those of the whole course beside course.yaml."""

import re
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import CourseError
from grader.core.result import ExerciseResult
from grader.core.shapes import JsonObject
from grader.course import REST, shown_path
from grader.course.course import TABLE, Course, Unit, Words
from grader.course.effort import hours
from grader.course.lesson_files import PLACES, lesson_path, unit_of
from grader.course.picture import picture_names, picture_path

NO_FIGURES = ("quiz", "generation", "pictures")
"""Folders of `solutions/` on which no figure of a page depends."""
LINE = 100
"""Characters of a line that goes into a pipe or a file."""
_HAND = re.compile(r"Try it by hand|Follow (it|a round) on paper")


class Lesson(NamedTuple):
    """A page to read, with its figures filled in."""

    id: str
    """The unit's id, or the name of the file."""
    title: str
    text: str
    """Markdown, without the title and the answers; links lead to `exercise:unit/name`, `page:id` and `https://…`.
    A picture is a line `{{ picture: module/name }}`."""
    shown: str
    """The same for a terminal: formulas in one line, commands instead of links, descriptions instead of pictures."""
    answers: dict[str, str]
    """Answers to what tasks ask to be tried by hand, as Markdown for a terminal, by the name of the exercise."""


class NoLessonError(CourseError):
    """The course has no page of that name, or none at all."""


def open_lesson(course: Course, page_id: str) -> Lesson:
    """Load a page, from the cache if it is there.

    Raises:
        NoLessonError: there is no such page.
        YamlError: with all problems of the file.
        SolutionError: the module that computes its figures cannot be loaded.
    """
    path = lesson_path(course, page_id)
    if not path.is_file():
        raise NoLessonError(f"there is no file {shown_path(path)}; this course has no page for it")

    def loaded() -> JsonObject:
        # Imports the course's solutions and numpy; a cached page does without.
        from grader.course.load_lesson import load_lesson

        return load_lesson(course, page_id)

    table = course.content.exercises / f"{TABLE}.yaml"
    drawn = [picture_path(course, name) for name in picture_names(course)]
    files = [path, *filter(None, [course.content.errata]), *_figure_files(course), *drawn, table]
    data = course.parsed(f"page-{page_id}", files, loaded)
    if PLACES.search(data["text"]):
        places = places_table(course)
        data = {**data, **{key: PLACES.sub(places, data[key]) for key in ("text", "shown")}}
    return Lesson(**data)


def _figure_files(course: Course) -> list[Path]:
    """Return the files that figures can depend on: all of `solutions/` but mistakes, checks and questions."""
    folder = course.content.solutions.resolve()
    return [
        path
        for path in sorted([*folder.glob("*/*.py"), *folder.glob("*/*.npz")])
        if path.parent.name not in NO_FIGURES and not path.stem.endswith(("_mistakes", "_checks"))
    ]


def lesson_time(course: Course, page_id: str) -> str:
    """Return the number of exercises of a page's unit and their estimated time; empty for a page of the course."""
    if (unit := unit_of(course, page_id)) is None:
        return ""
    return f"{unit_time(course, unit)}, as we estimate."


def unit_time(course: Course, unit: Unit) -> str:
    """Return the number of exercises of a unit and their estimated time, as a part of a sentence."""
    count = len(unit.exercise_ids)
    noun = "exercise" if count == 1 else "exercises"
    return f"{count} {noun}, about {hours(map(course.effort, unit.exercise_ids))}"


def question(task: str) -> str:
    """Return the paragraph of a task that asks to try something by hand; an empty text if there is none."""
    return " ".join(next(filter(_HAND.search, paragraphs(task)), "").split())


def with_answer_command(course: Course, words: Words, task: str) -> str:
    """Return a task with the command that shows the answer, where the question to try by hand stands."""
    asked = question(words.task)
    if not asked or not lesson_path(course, words.id.partition("/")[0]).is_file():
        return task
    command = f"The answer: `learn show {words.name} --answer`"
    return "\n\n".join(
        f"{paragraph} ({command})" if " ".join(paragraph.split()) == asked else paragraph
        for paragraph in paragraphs(task)
    )


def checks_line(whole: Words, words: Words) -> str:
    """Return how many checks and points an exercise has, or the points of its first version if `words` is that one."""
    if words is whole:
        return f"Checks: {len(whole.checks)}, points: {whole.points}."
    some, command = first_points(whole), f"learn show {whole.name} --whole"
    return f"First version: {some} of {whole.points} points. All of the task: {command}"


def first_points(words: Words) -> int:
    """Return the points of the first version of a long task; 0 for a task in one part."""
    return sum(points for _, points in words.checks[: words.first])


def visible_part(words: Words, score: int) -> Words:
    """Return the texts of a long task without its rest and picture until a score has the points of its first version."""
    if score >= first_points(words):
        return words
    first = takewhile(lambda paragraph: not paragraph.startswith(REST), paragraphs(words.task))
    return words._replace(task="\n\n".join(first), checks=words.checks[: words.first], picture="")


def first_version_line(course: Course, result: ExerciseResult, task_command: str) -> str:
    """Return the points of a long task's first version in a result, and what shows the rest; empty for a task in one part."""
    words = course.words(result.id)
    if not words.first:
        return ""
    score, points = sum(check.score for check in result.checks[: words.first]), first_points(words)
    line = f"First version: {score} of {points} points."
    return line if score < points else f"{line} The rest of the task: {task_command}"


def paragraphs(text: str) -> list[str]:
    return re.split(r"\n\s*\n", text.strip())


def answer(course: Course, exercise_id: str) -> str:
    """Return the answer to what a task asks to be tried by hand, as Markdown; an empty text if there is none."""
    unit, _, name = exercise_id.partition("/")
    if not lesson_path(course, unit).is_file():
        return ""
    return open_lesson(course, unit).answers.get(name, "")


def places_table(course: Course) -> str:
    """Return a table of all exercises with their places in the running system, as the exercises name them."""

    def loaded() -> JsonObject:
        rows = ["| unit | exercise | its place in the running system |", "|---|---|---|"]
        for number, unit in enumerate(course.units, start=1):
            for exercise_id in unit.exercise_ids:
                place = course.data(exercise_id).get("place")
                does = place["does"] if place else "none: it is for you, and no text needs it"
                rows.append(f"| {number} | `{exercise_id.rpartition('/')[2]}` | {does} |")
        return {"table": "\n".join(rows)}

    files = [course.content.exercises / f"{name}.yaml" for name in (TABLE, *course.exercise_ids)]
    # One entry of the cache for all: to read 36 of them takes 9 ms more.
    return str(course.parsed("places", files, loaded)["table"])
