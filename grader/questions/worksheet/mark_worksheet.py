"""Mark the answers to a worksheet: for every step a check or two, in the same result as exercises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.core.escape import cut
from grader.core.result import CheckResult, ExerciseResult, Location, NamedMistake
from grader.core.verdict import Verdict
from grader.course.course import Course
from grader.files import markdown
from grader.grading.submission import Submission, UnreadableError, is_by_hand
from grader.questions.numeric.judge_number import Finding, Judgement, judge
from grader.questions.numeric.numeric_question import Numbers, Question
from grader.questions.numeric.parse_number import quoted
from grader.questions.worksheet import answer_file, worksheet_catalogue
from grader.questions.worksheet.answer_file import Answers, Written
from grader.questions.worksheet.variant import Variant, draw
from grader.questions.worksheet.worksheet_file import Opened
from grader.questions.worksheet.worksheet_models import Step

LONGEST_SHOWN = 160


class Sheets:
    """The worksheets among some exercises, opened when the first is marked.

    The seed says which numbers each student had.
    """

    def __init__(self, course: Course, exercise_ids: Sequence[str], seed: str) -> None:
        self._course = course
        self._ids = tuple(filter(is_by_hand, exercise_ids))
        self._seed = seed
        self._opened: dict[str, Opened] = {}

    def variants(self, student: str | None) -> Iterator[Variant]:
        """Yield a student's worksheets.

        Raises:
            UnknownWorksheetError: there is no such worksheet.
            ExerciseError: a worksheet's file is not right.
            SolutionError: a question's file goes wrong.
        """
        for each in self._ids:
            if each not in self._opened:
                self._opened[each] = worksheet_catalogue.open_sheet(self._course, each.rpartition("/")[2])
            yield draw(self._opened[each], self._seed, student or "")

    def mark(self, submission: Submission, student: str | None) -> tuple[ExerciseResult, ...]:
        """Mark the by-hand answers in a submission."""
        return tuple(mark_submission(each, submission) for each in self.variants(student))


def mark_submission(variant: Variant, submission: Submission) -> ExerciseResult:
    """Mark the answers to a worksheet in a submission."""
    exercise_id = worksheet_catalogue.exercise_id(variant.sheet.id)
    shown = submission.shown(exercise_id)
    try:
        source = submission.read(exercise_id)
    except UnreadableError as error:
        return _stopped(variant, shown, Verdict.ERROR, f"{shown} {error}")
    if source is None:
        return _stopped(variant, None, Verdict.NOT_ATTEMPTED, f"there is no file {shown}")
    return mark(variant, source, shown)


def mark(variant: Variant, source: bytes, shown: str) -> ExerciseResult:
    """Mark the answers in a file."""
    answers = answer_file.read(source, [step.question for step in variant.sheet.steps])
    checks: list[CheckResult] = []
    for step, question in variant.asked:
        checks += _step_checks(variant, step, question, answers, shown)
    return _result(variant, shown, _with_remarks(checks, _remarks(variant, answers)))


def _result(variant: Variant, shown: str | None, checks: Sequence[CheckResult]) -> ExerciseResult:
    title = markdown.to_plain(variant.sheet.title)
    return ExerciseResult(worksheet_catalogue.exercise_id(variant.sheet.id), title, shown, tuple(checks))


def _stopped(variant: Variant, shown: str | None, verdict: Verdict, message: str) -> ExerciseResult:
    """Give the first check what stopped everything, and skip the rest."""
    rest = verdict if verdict is Verdict.NOT_ATTEMPTED else Verdict.SKIPPED
    checks = [check for step, question in variant.asked for check in _all_same(step, question, rest)]
    location = Location(shown, None) if shown else None
    return _result(
        variant, shown, [checks[0]._replace(verdict=verdict, message=message, location=location), *checks[1:]]
    )


# --- one step -------------------------------------------------------------------------------------


def _parts(step: Step, question: Question) -> list[tuple[str, int]]:
    """Return the names and points of a step's checks: the method and the rounding where each has points of its own."""
    title = markdown.to_plain(step.title)
    early = step.points if step.rounded_too_early is None else step.rounded_too_early
    if question.kind.is_exact or early in (0, step.points):
        return [(title, step.points)]
    return [(title, early), (f"{title}: rounding", step.points - early)]


def _all_same(step: Step, question: Question, verdict: Verdict, message: str = "") -> list[CheckResult]:
    return [CheckResult(name, verdict, points, message) for name, points in _parts(step, question)]


def _step_checks(variant: Variant, step: Step, question: Question, answers: Answers, shown: str) -> list[CheckResult]:
    """Return the checks of a step."""
    written = answers.answers.get(step.question)
    if written is None or not written.text:
        what = f"there is no line `{step.question}:` in {shown}" if written is None else "no answer was written"
        return _all_same(step, question, Verdict.NOT_ATTEMPTED, what)
    if step.question in answers.repeated:
        lines = f"lines {written.line} and {answers.repeated[step.question]}"
        twice = Judgement(Finding.UNREADABLE, f"This step is answered in {lines}; keep one of them.")
        return _judged(step, question, twice, written, shown)
    return _judged(step, question, _judgement(question, variant.numbers, written.text), written, shown)


def _judgement(question: Question, numbers: Numbers, text: str) -> Judgement:
    """Judge an answer; since sheets ask for three decimals, 1,649 is not taken for a number with thousands."""
    judgement = judge(question, numbers, text)
    if judgement.is_readable or question.kind.is_text or (question.kind.is_list and ";" not in text):
        return judgement
    with_points = judge(question, numbers, text.replace(",", "."))
    return with_points if with_points.is_readable else judgement


def _judged(step: Step, question: Question, judgement: Judgement, written: Written, shown: str) -> list[CheckResult]:
    """Return the checks of a step whose answer has been judged."""
    first, *rest = _all_same(step, question, Verdict.PASS)
    if judgement.is_right:
        note = judgement.message.removeprefix("Right.").strip()
        return [first._replace(note=note), *rest]
    is_early = judgement.is_rounded_too_early and step.rounded_too_early != 0
    if is_early and not rest:
        return [first._replace(note=judgement.message)]
    failed = (rest[0] if is_early else first)._replace(
        verdict=Verdict.FAIL, message=judgement.message, location=Location(shown, written.line)
    )
    if is_early:
        return [first, failed]
    named = [NamedMistake(each.name, each.title, each.words) for each in judgement.mistakes]
    got = cut(written.text, LONGEST_SHOWN) if judgement.is_readable else ""  # the message quotes what nobody can read
    failed = failed._replace(got=got, mistake=named[0] if len(named) == 1 else None)
    return [failed, *_all_skipped(rest, first.name)]


def _all_skipped(checks: Sequence[CheckResult], needed: str) -> list[CheckResult]:
    return [each._replace(verdict=Verdict.SKIPPED, message=f"needs “{needed}”") for each in checks]


# --- what is said of the whole file ---------------------------------------------------------------


def _remarks(variant: Variant, answers: Answers) -> str:
    """Say what is wrong with the file besides its answers."""
    remarks = list(answers.strays)
    if answers.sheet and _plain(answers.sheet) != _plain(variant.id):
        own, other = variant.id, quoted(answers.sheet)
        remarks.insert(
            0, f"the file answers sheet {other}, but this student's is {own}; the answers were held against {own}"
        )
    return " ".join(f"{each[0].upper()}{each[1:]}{'' if each.endswith('?') else '.'}" for each in remarks)


def _plain(sheet_id: str) -> str:
    return "".join(filter(str.isalnum, sheet_id.casefold()))


def _with_remarks(checks: list[CheckResult], remarks: str) -> list[CheckResult]:
    """Say the remarks with the first step that is not right, of which every report tells."""
    if not remarks:
        return checks
    place = next((place for place, each in enumerate(checks) if each.verdict is not Verdict.PASS), None)
    if place is None:
        return [checks[0]._replace(note=f"{checks[0].note} {remarks}".strip()), *checks[1:]]
    message = checks[place].message
    told = f"{message}{'' if message.endswith(('.', '?')) else '.'} {remarks}"
    return [*checks[:place], checks[place]._replace(message=told), *checks[place + 1 :]]
