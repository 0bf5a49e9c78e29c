"""Mark the answers to a worksheet: for every step a check or two, in the same result as exercises."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from grader.core.escape import cut
from grader.core.result import NO_SHEET, STRANGE_SHEET, CheckResult, ExerciseResult, Location, Verdict
from grader.course.course import Course
from grader.files import markdown
from grader.files.regular_file import UnreadableError
from grader.grading.submission.files import SubmittedFiles, is_by_hand
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.numeric.judge import judge
from grader.questions.numeric.parse import quoted
from grader.questions.numeric.question import Numbers
from grader.questions.worksheet import answer_file
from grader.questions.worksheet.answer_file import WorksheetAnswers
from grader.questions.worksheet.quiz_step import QuizStepQuestion
from grader.questions.worksheet.sheet import (
    Opened,
    StepQuestion,
    Variant,
    WorksheetStep,
    draw,
    exercise_id,
    open_sheet,
    plain_student,
)

LONGEST_SHOWN = 160


class Sheets:
    """The worksheets among some exercises, opened when the first submission is marked.

    The seed must be the one that the students' sheets were drawn from. `files` are worksheets outside the course,
    `students` the class: one of them may have answered another one's sheet.
    """

    def __init__(
        self,
        course: Course,
        exercise_ids: Sequence[str],
        seed: str,
        files: Sequence[str] = (),
        students: Sequence[str] = (),
    ) -> None:
        self._course, self._exercise_ids, self._seed, self._students = course, exercise_ids, seed, students
        self._owners: dict[str, dict[str, str]] = {}
        self._files = {exercise_id(file): file for file in files}

    @cached_property
    def _opened(self) -> list[Opened]:
        ids = filter(is_by_hand, self._exercise_ids)
        return [open_sheet(self._course, self._files.get(sheet_id, sheet_id.rpartition("/")[2])) for sheet_id in ids]

    def mark(self, submission: SubmittedFiles, student: str | None) -> tuple[ExerciseResult, ...]:
        """Mark the by-hand answers in a student's submission; raise a UserError if a worksheet's files are wrong."""
        results: dict[str, ExerciseResult] = {}
        for sheet in self._opened:
            result = self._mark(sheet, submission, student or "")
            if result.id not in results or results[result.id].file is None:
                results[result.id] = result
        # Of an exam's versions a student writes one: the others are no work that is missing.
        for sheet in self._opened:
            own = [version for version in map(_id, self._versions(sheet)) if version in results]
            written = [version for version in own if results[version].file is not None]
            for version in own:
                if version not in (written or own[:1]):
                    del results[version]
        return tuple(results.values())

    def _versions(self, sheet: Opened) -> list[Opened]:
        """Return a worksheet, and those outside the course that ask the same questions, itself first."""
        names = {question.name for question in sheet.questions}
        others = [
            other
            for other in self._opened
            if {_id(sheet), _id(other)} <= self._files.keys() and {one.name for one in other.questions} == names
        ]
        return sorted(others or [sheet], key=lambda other: other is not sheet)

    def _mark(self, opened: Opened, submission: SubmittedFiles, student: str) -> ExerciseResult:
        """Mark the answers to a worksheet as those to the sheet that they name, if it is one of this class's."""
        own, name = draw(opened, self._seed, student), exercise_id(opened.sheet.id)
        answered = ""
        with suppress(UnreadableError):
            answered = answer_file.read(submission.read(name) or b"", []).sheet
        if not answered:
            return mark_submission(own, submission, f"{NO_SHEET}; it was marked as sheet {own.id}.")
        if plain_id(answered) == plain_id(own.id):
            return mark_submission(own, submission)
        for version in self._versions(opened):
            owner = self._owners_of(version, student).get(plain_id(answered))
            if owner is not None:
                is_own = plain_student(owner) == plain_student(student)
                remark = "" if is_own else f"Sheet {answered} is another student's."
                return mark_submission(draw(version, self._seed, owner), submission, remark, name)
        first, *rest = _all_same(own, Verdict.SKIPPED)
        message = f"the file answers sheet {quoted(answered)}, which is nobody's in this class; correct the id"
        return _result(
            own,
            submission.shown(name),
            [first._replace(verdict=Verdict.UNREADABLE, message=message, obstacle=STRANGE_SHEET), *rest],
        )

    def _owners_of(self, opened: Opened, student: str) -> dict[str, str]:
        """Return whose each sheet of a worksheet is, by the sheet's id."""
        name = _id(opened)
        if name not in self._owners:  # drawing the numbers of a class takes a second
            variants = (draw(opened, self._seed, other) for other in self._students)
            self._owners[name] = {plain_id(variant.id): variant.student for variant in variants}
        return self._owners[name] or {plain_id(draw(opened, self._seed, student).id): student}


def _id(opened: Opened) -> str:
    return exercise_id(opened.sheet.id)


def mark_submission(
    variant: Variant, submission: SubmittedFiles, remark: str = "", file: str | None = None
) -> ExerciseResult:
    """Mark the answers to a worksheet in a submission.

    `remark` is on the sheet that they are to, `file` the id of the worksheet whose file they are in, if of another version.
    """
    name = file or exercise_id(variant.sheet.id)
    shown = submission.shown(name)
    try:
        source = submission.read(name)
    except UnreadableError as error:
        first, *rest = _all_same(variant, Verdict.SKIPPED)
        first = first._replace(verdict=Verdict.UNREADABLE, message=f"{shown} {error}", location=Location(shown, None))
        first = first._replace(obstacle=str(error).partition(";")[0])
        return _result(variant, shown, [first, *rest])
    if source is None:
        first, *rest = _all_same(variant, Verdict.NOT_ATTEMPTED)
        return _result(variant, None, [first._replace(message=submission.absence(name)), *rest])
    result = mark(variant, source, shown)
    return result._replace(checks=tuple(with_remarks(list(result.checks), remark)))


def mark(variant: Variant, source: bytes, shown: str) -> ExerciseResult:
    """Mark the answers in a file."""
    answers = answer_file.read(source, [step.question for step in variant.sheet.steps])
    checks: list[CheckResult] = []
    for step, question in variant.steps:
        checks += _step_checks(variant.numbers_of(question), step, question, answers, shown)
    return _result(variant, shown, with_remarks(checks, _remarks(variant, answers)))


def _result(variant: Variant, shown: str | None, checks: Sequence[CheckResult]) -> ExerciseResult:
    return ExerciseResult(exercise_id(variant.sheet.id), markdown.to_plain(variant.sheet.title), shown, tuple(checks))


# --- one step -------------------------------------------------------------------------------------


def _parts(step: WorksheetStep, question: StepQuestion, verdict: Verdict) -> list[CheckResult]:
    """Return the checks of a step: the method, and the rounding where each has points of its own."""
    title = markdown.to_plain(step.title)
    early = step.points if step.rounded_too_early is None else step.rounded_too_early
    if question.kind.is_exact or early in (0, step.points):
        return [CheckResult(title, verdict, step.points)]
    return [CheckResult(title, verdict, early), CheckResult(f"{title}: rounding", verdict, step.points - early)]


def _all_same(variant: Variant, verdict: Verdict) -> list[CheckResult]:
    return [check for step, question in variant.steps for check in _parts(step, question, verdict)]


def _step_checks(
    numbers: Numbers, step: WorksheetStep, question: StepQuestion, answers: WorksheetAnswers, shown: str
) -> list[CheckResult]:
    """Return the checks of a step, judged."""
    written = answers.answers.get(step.question)
    if written is None or not written.text:
        what = f"there is no line `{step.question}:` in {shown}" if written is None else "no answer was written"
        return [check._replace(message=what) for check in _parts(step, question, Verdict.NOT_ATTEMPTED)]
    first, *rest = _parts(step, question, Verdict.PASS)
    skipped = [check._replace(verdict=Verdict.SKIPPED, message=f"needs “{first.name}”") for check in rest]
    location = Location(shown, written.line)
    try:
        if step.question in answers.repeated:
            lines = f"lines {written.line} and {answers.repeated[step.question]}"
            raise UnreadableAnswerError(f"This step is answered in {lines}; keep one of them.")
        judged = _judgement(question, numbers, written.text)
    except UnreadableAnswerError as error:  # its message quotes the answer
        return [first._replace(verdict=Verdict.FAIL, message=str(error), location=location), *skipped]
    if judged.is_right:
        return [first._replace(note=judged.remark), *rest]
    is_early = judged.score > 0 and step.rounded_too_early != 0  # the right method, rounded too early
    if is_early and not rest:
        return [first._replace(note=judged.message)]
    failed = (rest[0] if is_early else first)._replace(verdict=Verdict.FAIL, message=judged.message, location=location)
    if is_early:
        return [first, failed]
    mistake = judged.mistakes[0] if len(judged.mistakes) == 1 else None
    return [failed._replace(got=cut(written.text, LONGEST_SHOWN), mistake=mistake), *skipped]


def _judgement(question: StepQuestion, numbers: Numbers, text: str) -> AnswerJudgement:
    """Judge an answer; since sheets ask for three decimals, 1,649 is not taken for a number with thousands."""
    if isinstance(question, QuizStepQuestion):
        return question.judge(numbers, text)
    try:
        return judge(question, numbers, text)
    except UnreadableAnswerError:
        if not question.kind.is_text and (";" in text or not question.kind.is_list):
            with suppress(UnreadableAnswerError):
                return judge(question, numbers, text.replace(",", "."))
        raise


# --- the file as a whole ----------------------------------------------------------------------


def _remarks(variant: Variant, answers: WorksheetAnswers) -> str:
    remarks = list(answers.strays)
    if answers.sheet and plain_id(answers.sheet) != plain_id(variant.id):
        own, other = variant.id, quoted(answers.sheet)
        what = f"the file answers sheet {other}, but this student's is {own}; the answers were held against {own}"
        remarks.insert(0, what)
    return " ".join(f"{remark[0].upper()}{remark[1:]}{'' if remark.endswith('?') else '.'}" for remark in remarks)


def plain_id(sheet_id: str) -> str:
    """Return a sheet's id as answers are compared by it: without case and signs between."""
    return "".join(filter(str.isalnum, sheet_id.casefold()))


def with_remarks(checks: list[CheckResult], remarks: str) -> list[CheckResult]:
    """Append the remarks to the first failed check, which every report shows; to the first note if all pass."""
    if not remarks:
        return checks
    first = next((first for first, check in enumerate(checks) if check.verdict is not Verdict.PASS), None)
    if first is None:
        return [checks[0]._replace(note=f"{checks[0].note} {remarks}".strip()), *checks[1:]]
    message = checks[first].message
    with_remarks = f"{message}{'' if message.endswith(('.', '?')) else '.'} {remarks}"
    return [*checks[:first], checks[first]._replace(message=with_remarks), *checks[first + 1 :]]
