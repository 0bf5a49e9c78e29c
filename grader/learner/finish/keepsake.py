"""Collect what a learner has built, once every exercise has passed; let it write a text; show it in a terminal and as a page."""

import datetime
import textwrap
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from grader.core.notation import course_numbers
from grader.core.result import Result
from grader.course.course import Course, Unit
from grader.course.ending import CourseEnding
from grader.files import html_page

SEEDS = 10_000
MAX_TEXT_LINES = 3
INDENT = "  "
NOT_A_GRADE = "You checked it yourself: this is a keepsake and no grade."
HERE = Path(__file__).parent / "template"


class Part(NamedTuple):
    """An exercise that has passed, and what its function does in the running generator."""

    title: str
    does: str
    points: int


class FinishedUnit(NamedTuple):
    """A unit of the course with its parts."""

    title: str
    parts: tuple[Part, ...]


Trial = tuple[str, list[tuple[str, float]]]
"""A sampler's name, and the figures of its texts by name."""


class OwnText(NamedTuple):
    """A text that the learner's functions have written."""

    prompt: str
    text: str
    command: str
    """The command that writes it again."""
    yours: tuple[str, ...]
    """The parts of the generator that were the learner's."""
    others: tuple[str, ...]
    """The parts that were the course's."""
    model: str
    """The name of the real model that wrote it; empty for the course's own."""


class FinishedCourse(NamedTuple):
    """A whole course, passed."""

    title: str
    date: datetime.date
    units: tuple[FinishedUnit, ...]
    ending: CourseEnding
    own_text: OwnText | None
    trials: tuple[Trial, ...] = ()
    """The figures of the learner's own sampler and of known ones, if there is one."""

    @property
    def exercise_count(self) -> int:
        """Return the number of exercises."""
        return sum(len(unit.parts) for unit in self.units)

    @property
    def points(self) -> int:
        """Return the points of all exercises."""
        return sum(part.points for unit in self.units for part in unit.parts)

    @property
    def day(self) -> str:
        """Return the date in words, such as `22 November 2026`."""
        return f"{self.date.day} {self.date:%B %Y}"


def finished_course(
    course: Course, result: Result, date: datetime.date, own_text: OwnText | None, trials: tuple[Trial, ...] = ()
) -> FinishedCourse:
    """Return a course of which every exercise has passed."""
    points = {exercise.id: exercise.score for exercise in result.exercises}

    def finished(unit: Unit) -> FinishedUnit:
        exercises = [course.exercise(exercise_id) for exercise_id in unit.exercise_ids if exercise_id in points]
        return FinishedUnit(
            unit.title, tuple(Part(exercise.title, exercise.place.does, points[exercise.id]) for exercise in exercises)
        )

    return FinishedCourse(course.title, date, tuple(map(finished, course.units)), course.ending, own_text, trials)


def seed_of(modules: Mapping[str, tuple[str, bytes]]) -> int:
    """Return a seed for the text that depends on every letter of the learner's files, so that each learner gets another."""
    return zlib.crc32(b"\0".join(modules[name][1] for name in sorted(modules))) % SEEDS


def figure_text(value: float) -> str:
    """Return a figure with two digits after the point, in the course's notation: .25."""
    return course_numbers(f"{value:.2f}")


def finish_lines(done: FinishedCourse, width: int) -> list[str]:
    """Return the screen: what has passed, what it makes up, a text of its own, and where to go from there."""
    found = [f"{done.title}, finished", ""]
    sure = f"Checked again just now, on {done.day}, on this machine: {done.exercise_count} of {done.exercise_count} exercises, "
    found += _filled(f"{sure}{done.points} of {done.points} points. {NOT_A_GRADE}", width)
    found += ["", *_filled(done.ending.built or "You have written all of it.", width)]
    found += _unit_rows(done, width)
    if done.own_text:
        found += ["", *_text_lines(done.own_text, width)]
    found += _trial_rows(done.trials)
    steps = [step for step in done.ending.next if step.command] or done.ending.next[:1]
    found += [""] * bool(steps)
    for step in steps:
        found += _filled(f"{step.title}: {step.command or step.url or step.why}", width)
    return found


def _unit_rows(done: FinishedCourse, width: int) -> Iterator[str]:
    """Yield the units with the number of their exercises, in two columns if the window has them."""
    cells = [f"{len(unit.parts):>2}  {unit.title}" for unit in done.units]
    column = max(map(len, cells)) + 4
    rows = (len(cells) + 1) // 2 if 2 * column <= width + 4 else len(cells)
    for number in range(rows):
        yield (INDENT + "".join(f"{cell:<{column}}" for cell in cells[number::rows])).rstrip()


def _trial_rows(trials: tuple[Trial, ...]) -> Iterator[str]:
    """Yield a table of samplers and their figures; nothing without any."""
    if not trials:
        return
    rows = [("sampler", *(name for name, _ in trials[0][1]))]
    rows += [(sampler, *(figure_text(value) for _, value in figures)) for sampler, figures in trials]
    yield ""
    yield from (INDENT + "".join(f"{cell:>12}" for cell in row) for row in rows)


def _text_lines(own: OwnText, width: int) -> list[str]:
    parts = f"{len(own.yours)} of its parts were yours, {len(own.others) or 'none'} the course's"
    text = textwrap.wrap(f"{own.prompt} {own.text}", width - len(INDENT))
    if len(text) > MAX_TEXT_LINES:
        text[MAX_TEXT_LINES - 1 :] = [f"{text[MAX_TEXT_LINES - 1][: width - 4]} …"]
    model = f" on {own.model}" if own.model else ""
    return [*_filled(f"Your generator wrote this just now{model} ({parts}):", width), *(INDENT + line for line in text)]


def _filled(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def finish_page(done: FinishedCourse, *, for_screen: bool = True) -> str:
    """Return the page; `write_pdf` brings the fonts itself."""
    style = html_page.face(HERE / "finish.css", has_fonts=for_screen)
    filters = {"curly": lambda text: text.replace("'", "’"), "figure": figure_text}
    return html_page.page(HERE, "finish.html", style, filters=filters, done=done)
