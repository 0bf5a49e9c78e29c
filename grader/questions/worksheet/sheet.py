"""The models of a worksheet, loaded from YAML with all errors of the file at once, and sheets with their numbers."""

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import UnknownNameError
from grader.core.notation import course_numbers
from grader.core.shapes import yaml_model
from grader.course import shown_path
from grader.course.course import Course, SolutionError, Solutions
from grader.course.load import ID
from grader.files import markdown
from grader.files.figures import PLACE, place_problems
from grader.files.strict_yaml import Trail, YamlError, refuse, unknown
from grader.files.yaml_load import FieldProblem, empty_problems, load_as, placed
from grader.questions.numeric.question import Numbers, NumericQuestion, draw_together, load_question, question_names
from grader.questions.question import filled, shown

FOLDER = "worksheets"
TOKENS = "tokens"
"""In `boxes`, one box for each token; among drawn numbers, the name of the tokens."""
LEAST_ROOM_MM = 25.0
MOST_ROOM_MM = 150.0
MOST_EXPONENTIALS = 60
LARGEST_EXPONENT = 12.0
"""Its exponential has six digits before the point, which is as much as anybody adds up by hand."""
SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters of ids, without those that look alike on paper (0 and O, 1 and l)."""
HALF = 4
EXPONENTIAL = re.compile(r"exp\((-?[0-9.]+)\)")


@yaml_model
class GivenRow:
    """A row of the table at the top of a sheet, which has a column for each token."""

    title: str
    """The label before the row."""
    values: str
    """The name of the drawn numbers."""


@yaml_model
class WorksheetStep:
    """One thing to work out."""

    question: str
    """The numeric question in `solutions/numeric/` that it asks."""
    title: str
    """Its heading."""
    text: str
    """The task, with `{{ name }}` for a drawn number."""
    points: int
    """Points of a right answer."""
    rounded_too_early: int | None = None
    """Points of the right method when a step was rounded too early; all points if left out."""
    boxes: tuple[str, ...] = ()
    """The label above each answer box; `tokens` is one box for each token."""
    room_mm: float = LEAST_ROOM_MM
    """The height of the room for working."""


@yaml_model
class Worksheet:
    """A sheet for everybody, without numbers."""

    id: str
    """Its name, which is also that of its file."""
    title: str
    """The heading of the sheet."""
    intro: str
    """The text before the first step."""
    steps: tuple[WorksheetStep, ...]
    """The steps, in order; they share the numbers that the first one's question draws."""
    given: tuple[GivenRow, ...] = ()
    """The rows of the table of given numbers."""
    exponentials: tuple[float, ...] = ()
    """Numbers whose exponentials the sheet lists; those that steps need are added."""

    def texts(self) -> Iterator[tuple[Trail, str]]:
        """Yield each text shown to people, with its location in the file."""
        yield ("title",), self.title
        yield ("intro",), self.intro
        for number, row in enumerate(self.given):
            yield ("given", number, "title"), row.title
        for number, step in enumerate(self.steps):
            yield ("steps", number, "title"), step.title
            yield ("steps", number, "text"), step.text
            for index, box in enumerate(step.boxes):
                yield ("steps", number, "boxes", index), box


class Opened(NamedTuple):
    """A worksheet and the questions that its steps ask, in their order."""

    sheet: Worksheet
    questions: tuple[NumericQuestion, ...]


def sheet_names(course: Course) -> list[str]:
    return sorted(path.stem for path in (course.content.exercises / FOLDER).glob("*.yaml"))


def open_sheet(course: Course, name: str) -> Opened:
    """Open a worksheet of the course, or the one in the file that a name ending with .yaml stands for.

    Raises:
        UnknownNameError: there is none of that name.
        YamlError: with everything that is wrong with its file.
    """
    if name.endswith(".yaml"):
        return load_sheet(Path(name), course.solutions, name)
    known = sheet_names(course)
    if name not in known:
        raise UnknownNameError(unknown("worksheet", name, known))
    path = course.content.exercises / FOLDER / f"{name}.yaml"
    return load_sheet(path, course.solutions, shown_path(path))


def load_sheet(path: Path, solutions: Solutions, shown: str | None = None) -> Opened:
    """Load a worksheet.

    Raises:
        YamlError: with everything that is wrong with the file.
        SolutionError: a question's own files are not right.
    """
    sheet: Worksheet
    file, sheet = load_as(Worksheet, path, shown, name="worksheet", keys="`id:`, `title:`, `intro:` and `steps:`")
    refuse(placed(file, (), _own_problems(sheet, path.stem, question_names(solutions))))
    opened = Opened(sheet, tuple(load_question(solutions, step.question) for step in sheet.steps))
    try:
        numbers = draw_together([*opened.questions], sheet.id, "")
    except SolutionError as error:
        raise YamlError([file.problem(("steps",), f"the steps cannot share their numbers; {error}")]) from error
    refuse(placed(file, (), _number_problems(opened, numbers)))
    return opened


# --- what can be said without numbers -----------------------------------------------------------


def _own_problems(sheet: Worksheet, stem: str, known: list[str]) -> Iterator[FieldProblem]:
    if not ID.match(sheet.id):
        what = f"`{sheet.id}` is not a name; use small letters, digits and underscores, at most 40"
        yield FieldProblem(("id",), what)
    elif sheet.id != stem:
        yield FieldProblem(("id",), f"`id` is `{sheet.id}`, but the file is called {stem}.yaml; make them the same")
    for trail, text in sheet.texts():
        if not text.strip():
            name = f"`{trail[-1]}`" if isinstance(trail[-1], str) else "the text"
            yield FieldProblem(trail, f"{name} is empty; write it")
    yield from empty_problems(sheet, "steps")
    for number, step in enumerate(sheet.steps):
        earlier = [step.question for step in sheet.steps[:number]]
        yield from _step_problems(("steps", number), step, earlier, known)
    yield from _exponential_problems(sheet.exponentials)


def _step_problems(trail: Trail, step: WorksheetStep, earlier: list[str], known: list[str]) -> Iterator[FieldProblem]:
    if step.question not in known:
        yield FieldProblem((*trail, "question"), unknown("numeric question", step.question, known))
    elif step.question in earlier:
        what = f"`{step.question}` is asked by step {earlier.index(step.question) + 1}, too; ask it once"
        yield FieldProblem((*trail, "question"), what)
    if step.points < 1:
        yield FieldProblem((*trail, "points"), f"`points` is {step.points}; write 1 or more")
    elif (early := step.rounded_too_early) is not None and not 0 <= early <= step.points:
        what = f"`rounded_too_early` is {early}; write 0 to {step.points}, or leave it out for all points"
        yield FieldProblem((*trail, "rounded_too_early"), what)
    if not LEAST_ROOM_MM <= step.room_mm <= MOST_ROOM_MM:
        what = f"`room_mm` is {step.room_mm:g}; write {LEAST_ROOM_MM:g} to {MOST_ROOM_MM:g}"
        yield FieldProblem((*trail, "room_mm"), what)


def _exponential_problems(exponents: tuple[float, ...]) -> Iterator[FieldProblem]:
    if len(exponents) > MOST_EXPONENTIALS:
        what = f"`exponentials` has {len(exponents)} entries; keep at most {MOST_EXPONENTIALS}"
        yield FieldProblem(("exponentials",), what)
    for number, exponent in enumerate(exponents):
        if not math.isfinite(exponent) or abs(exponent) > LARGEST_EXPONENT:
            what = f"{exponent:g} is too large or too small; keep to -{LARGEST_EXPONENT:g} to {LARGEST_EXPONENT:g}"
            yield FieldProblem(("exponentials", number), what)
        elif exponent in exponents[:number]:
            yield FieldProblem(("exponentials", number), f"{exponent:g} is written twice; keep one")


# --- what takes numbers -------------------------------------------------------------------------


def _number_problems(opened: Opened, numbers: Numbers) -> Iterator[FieldProblem]:
    sheet, questions = opened
    for trail, text in sheet.texts():
        yield from _text_problems(trail, text, numbers)
    tokens = numbers.get(TOKENS, [])
    for number, row in enumerate(sheet.given):
        trail = ("given", number, "values")
        values = numbers.get(row.values)
        if row.values not in numbers:
            yield FieldProblem(trail, unknown("number", row.values, list(numbers)))
        elif row.values == TOKENS or not isinstance(values, list) or len(values) != len(tokens):
            yield FieldProblem(trail, f"`{row.values}` is not one number for each token; name numbers that are")
    for number, (step, question) in enumerate(zip(sheet.steps, questions, strict=True)):
        yield from _answer_problems(("steps", number), step, question, numbers)


def _text_problems(trail: Trail, text: str, numbers: Numbers) -> Iterator[FieldProblem]:
    yield from place_problems([(trail, text)], numbers, lambda name: unknown("number", name, list(numbers)))
    for wrong in markdown.problems(PLACE.sub("0", text), is_long=trail == ("intro",)):
        yield FieldProblem(trail, wrong.message, wrong.piece)


def _answer_problems(
    trail: Trail, step: WorksheetStep, question: NumericQuestion, numbers: Numbers
) -> Iterator[FieldProblem]:
    """Yield boxes that are not as many as the numbers to write, and points for rounding what is not rounded."""
    where = (*trail, "boxes")
    if question.kind.is_exact and step.rounded_too_early is not None:
        yield FieldProblem((*trail, "rounded_too_early"), f"`{step.question}` has nothing to round; leave this out")
    if not step.boxes:
        return
    if question.kind.is_text or not question.kind.is_list:
        yield FieldProblem(where, f"`{step.question}` asks for one thing, which has one box; leave `boxes` out")
    elif TOKENS in step.boxes and TOKENS not in numbers:
        yield FieldProblem(where, f"`{TOKENS}` are not among the numbers ({', '.join(numbers)}); name each box")
    elif (count := len(labels_of(step, numbers))) != (wanted := len(question.answer(numbers))):
        yield FieldProblem(where, f"`boxes` makes {count} boxes for {wanted} numbers; make them equal")


def labels_of(step: WorksheetStep, numbers: Numbers) -> list[str]:
    return [label for box in step.boxes for label in (numbers[TOKENS] if box == TOKENS else [box])]


# --- numbers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    """A worksheet with its numbers."""

    sheet: Worksheet
    """Its texts have the numbers in their places."""
    questions: tuple[NumericQuestion, ...]
    numbers: Numbers

    @property
    def steps(self) -> Iterator[tuple[WorksheetStep, NumericQuestion]]:
        return zip(self.sheet.steps, self.questions, strict=True)

    @cached_property
    def exponentials(self) -> tuple[tuple[float, float], ...]:
        """Return the table of exponentials: those that the sheet names and those that its steps need."""
        labels = [step.label for question in self.questions for step in question.working(self.numbers)]
        needed = {float(match[1]) for label in labels if (match := EXPONENTIAL.fullmatch(label))}
        exponents = sorted({*self.sheet.exponentials, *needed}) if self.sheet.exponentials else []
        return tuple((exponent, math.exp(exponent)) for exponent in exponents)


@dataclass(frozen=True)
class PrintedSheet:
    """One or several worksheets with their numbers, printed together for one student, or for nobody in particular."""

    parts: tuple[Variant, ...]
    student: str = ""
    """The student's id; empty for a sheet that is nobody's own."""
    name: str = ""

    @property
    def title(self) -> str:
        return ", ".join(part.sheet.title for part in self.parts)

    @cached_property
    def id(self) -> str:
        """Return the sheet's id: a hash of its numbers, so that it reveals nothing of the seed."""
        drawn = [[part.sheet.id, dict(part.numbers)] for part in self.parts]
        return short_id(json.dumps(drawn if len(drawn) > 1 else drawn[0], sort_keys=True))


def short_id(text: str) -> str:
    """Return the id of a sheet for paper, such as `cue4-q73s`: a hash of what is printed."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    signs = ""
    while len(signs) < 2 * HALF:
        number, rest = divmod(number, len(SIGNS))
        signs += SIGNS[rest]
    return f"{signs[:HALF]}-{signs[HALF:]}"


def plain_student(student: str) -> str:
    """Return a student's id as draws take it: upper and lower case make no difference."""
    return unicodedata.normalize("NFC", student).strip().casefold()


def draw_sheet(worksheets: Sequence[Opened], seed: str, student: str = "", name: str = "") -> PrintedSheet:
    """Draw the numbers of a student; upper and lower case of the id make no difference.

    Raises:
        SolutionError: a question's file fails.
    """
    return PrintedSheet(tuple(_draw(opened, seed, plain_student(student)) for opened in worksheets), student, name)


def _draw(opened: Opened, seed: str, student: str) -> Variant:
    sheet, questions = opened
    numbers = draw_together([*questions], sheet.id, seed, student)
    values = {key: minus(shown(value)) for key, value in numbers.items()}
    return Variant(filled(sheet, values), questions, numbers)


def minus(text: str) -> str:
    """Return a text with numbers as they are printed: U+2212 as the sign, none before a zero, .5 for 0.5."""
    text = course_numbers(text)
    return re.sub(r"(?<![\w)])-(?=[.\d])", "\u2212", re.sub(r"(?<![\w)])-(?=(0|0?\.0+)(?![.\d]))", "", text))
