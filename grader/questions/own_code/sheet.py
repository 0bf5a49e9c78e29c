"""Sheets of questions on the functions that students handed in: drawn once, stored with their keys, and marked."""

import hashlib
import json
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from grader.core.errors import ClassError
from grader.core.result import OTHERS_SHEET, STRANGE_SHEET, CheckResult, ExerciseResult, Location, Verdict
from grader.core.shapes import Json, JsonObject
from grader.course.course import Course
from grader.files.regular_file import UnreadableError, read_file
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.files import QUESTIONS, QUESTIONS_ID, SubmittedFiles
from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.numeric.parse import quoted
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.own_code.bench import Bench, NoQuestionsError
from grader.questions.own_code.draw import mixed
from grader.questions.own_code.kinds import kinds
from grader.questions.own_code.question import OwnQuestion
from grader.questions.worksheet import answer_file
from grader.questions.worksheet.mark import plain_id, with_remarks
from grader.questions.worksheet.sheet import plain_student, short_id
from grader.sandbox.launcher import Launcher

SCHEMA = "learn/question-sheet/v1"
TITLE = "Questions on your own code"
COUNT = 3
"""Questions on a sheet."""
MOST_TRIED = 6
"""Functions that are tried until there are enough questions."""
MOST_SEEN = 4
"""Questions on a function that are looked at for one of a kind that the sheet does not have yet."""
MAX_BYTES = 4 << 20
STEPS = tuple(f"question_{number}" for number in range(1, COUNT + 1))
"""The keys of the answers."""
FORM = f"""# Answers to the questions on your own code.
# Write each answer behind the colon, in the same line: a letter, or a whole number.
# Hand this file in as {QUESTIONS}.yaml.

{answer_file.SHEET}:  # the id at the top of your sheet, such as abcd-2345
""" + "".join(f"{step}:\n" for step in STEPS)


class QuestionSheet(NamedTuple):
    """One student's questions, with the key."""

    student: str
    submission: str
    """The hash of the files that it asks about."""
    drawn_from: str
    """A hash of the seed."""
    questions: tuple[OwnQuestion, ...]

    @property
    def id(self) -> str:
        """Return the id that is printed on the sheet; it reveals nothing of the key."""
        asked = [question.to_json(has_key=False) for question in self.questions]
        return short_id(json.dumps([self.submission, self.drawn_from, asked], sort_keys=True))

    def to_json(self) -> JsonObject:
        """Return the sheet with its key."""
        asked = [question.to_json(has_key=True) for question in self.questions]
        return {"schema": SCHEMA, **self._asdict(), "questions": asked}


def load_sheet(document: Json) -> QuestionSheet:
    """Return the sheet in a document; raise ValueError if it is none."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise ValueError("no sheet of questions")
    try:
        fields: list[dict[str, Any]] = [
            {name: tuple(value) if isinstance(value, list) else value for name, value in question.items()}
            for question in document["questions"]
        ]
        texts = [str(document[name]) for name in QuestionSheet._fields[:-1]]
        return QuestionSheet(texts[0], texts[1], texts[2], tuple(OwnQuestion(**values) for values in fields))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("a damaged sheet") from error


def load_sheets(folder: Path) -> list[QuestionSheet]:
    """Return the sheets that are stored in a folder, by file name; raise ClassError if one is damaged."""
    sheets = []
    for path in sorted(folder.glob("*.json")):
        try:
            sheets.append(load_sheet(json.loads(read_file(path, MAX_BYTES))))
        except (UnreadableError, ValueError, RecursionError) as error:
            raise ClassError(f"{path} is no sheet of questions ({error}); bring it back from a copy") from error
    return sheets


def seed_hash(seed: str) -> str:
    """Return the hash by which sheets of one seed are known."""
    return hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()


# --- drawing --------------------------------------------------------------------------------------


class Drawing(NamedTuple):
    """The course, the processes and the seed that all sheets of a run are drawn with."""

    course: Course
    prepared: PreparedExercises
    launcher: Launcher
    seed: str


def draw_questions(
    drawing: Drawing, files: SubmittedFiles, student: str, exercise_ids: Sequence[str]
) -> tuple[OwnQuestion, ...]:
    """Draw a sheet's questions on functions that have passed, as a student handed them in.

    Each function is asked about once before any is asked about twice, and kinds differ as far as possible.
    """
    seed = seed_text(drawing.seed, plain_student(student))
    chosen = Draws(seed).shuffled(sorted(exercise_ids))[:MOST_TRIED]
    streams = deque(_questions(drawing, files, exercise_id, seed) for exercise_id in chosen)
    drawn: list[OwnQuestion] = []
    while streams and len(drawn) < COUNT:
        stream = streams.popleft()
        if question := _next(stream, {question.kind for question in drawn}):
            drawn.append(question)
            streams.append(stream)
    return tuple(drawn)


def _questions(drawing: Drawing, files: SubmittedFiles, exercise_id: str, seed: str) -> Iterator[OwnQuestion]:
    stub = drawing.course.stub(exercise_id).read_text("utf-8")
    with suppress(NoQuestionsError):
        yield from mixed(Bench(drawing.launcher, drawing.prepared.of(exercise_id, 0), files, seed, stub))


def _next(stream: Iterator[OwnQuestion], used: set[str]) -> OwnQuestion | None:
    """Return a question of a kind that is not used, else the first one; None if there is none."""
    first = None
    for question in islice(stream, MOST_SEEN):
        if question.kind not in used:
            return question
        first = first or question
    return first


# --- marking --------------------------------------------------------------------------------------


class QuestionSheets:
    """The stored sheets of a class, to mark answers by."""

    def __init__(self, folder: Path) -> None:
        self._sheets = load_sheets(folder)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of all sheets, on which marks depend."""
        return tuple(sheet.id for sheet in self._sheets)

    def mark(self, files: SubmittedFiles, student: str) -> tuple[ExerciseResult, ...]:
        """Mark a student's answers; nothing if no sheet is theirs and they name none."""
        own = [sheet for sheet in self._sheets if plain_student(sheet.student) == plain_student(student)]
        shown = files.shown(QUESTIONS_ID)
        try:
            source = files.read(QUESTIONS_ID)
        except UnreadableError as error:
            obstacle = str(error).partition(";")[0]
            return _unreadable(own, shown, f"{shown} {error}", obstacle) if own else ()
        if source is None:
            checks = [_check(own[-1], number, Verdict.NOT_ATTEMPTED) for number in _numbers(own)]
            first = [check._replace(message=files.absence(QUESTIONS_ID)) for check in checks[:1]]
            return _result(None, [*first, *checks[1:]]) if own else ()
        answers = answer_file.read(source, STEPS)
        named = [sheet for sheet in self._sheets if plain_id(sheet.id) == plain_id(answers.sheet)]
        sheets = named if answers.sheet else own
        if not own and not answers.sheet:
            return ()
        if len(sheets) != 1:
            what = f"the file answers sheet {quoted(answers.sheet)}, which is nobody's in this class; correct the id"
            if not answers.sheet:
                what = "the file does not say which sheet it answers; write the id from the top of the sheet"
            return _unreadable(own or self._sheets[:1], shown, what, STRANGE_SHEET)
        if sheets[0] not in own:
            what = f"the file answers sheet {quoted(answers.sheet)}, which asks about another student's code; correct the id"
            return _unreadable(own or sheets, shown, what, OTHERS_SHEET)
        marked = [_mark(sheets[0], number, answers, shown) for number in _numbers(sheets)]
        return _result(shown, with_remarks(marked, " ".join(answers.strays)))


def _numbers(sheets: Sequence[QuestionSheet]) -> range:
    return range(len(sheets[-1].questions)) if sheets else range(0)


def _result(shown: str | None, checks: Sequence[CheckResult]) -> tuple[ExerciseResult, ...]:
    return (ExerciseResult(QUESTIONS_ID, TITLE, shown, tuple(checks)),)


def _unreadable(sheets: Sequence[QuestionSheet], shown: str, what: str, obstacle: str) -> tuple[ExerciseResult, ...]:
    first, *rest = [_check(sheets[-1], number, Verdict.SKIPPED) for number in _numbers(sheets)]
    first = first._replace(verdict=Verdict.UNREADABLE, message=what, obstacle=obstacle)
    return _result(shown, [first._replace(location=Location(shown, None)), *rest])


def _check(sheet: QuestionSheet, number: int, verdict: Verdict) -> CheckResult:
    name = sheet.questions[number].exercise.rpartition("/")[2]
    return CheckResult(f"Question {number + 1}: {name}", verdict, 1)


def _mark(sheet: QuestionSheet, number: int, answers: answer_file.WorksheetAnswers, shown: str) -> CheckResult:
    question, step = sheet.questions[number], STEPS[number]
    written = answers.answers.get(step)
    if written is None or not written.text:
        what = f"there is no line `{step}:` in {shown}" if written is None else "no answer was written"
        return _check(sheet, number, Verdict.NOT_ATTEMPTED)._replace(message=what)
    failed = _check(sheet, number, Verdict.FAIL)._replace(location=Location(shown, written.line))
    if step in answers.repeated:
        lines = f"lines {written.line} and {answers.repeated[step]}"
        return failed._replace(message=f"This question is answered in {lines}; keep one of them.")
    try:
        if question.is_right(written.text):
            return _check(sheet, number, Verdict.PASS)
    except UnreadableAnswerError as error:
        return failed._replace(message=f"{quoted(written.text)} cannot be an answer. {error}")
    return failed._replace(message=f"could not say {kinds()[question.kind].topic.format(line=question.line)}")
