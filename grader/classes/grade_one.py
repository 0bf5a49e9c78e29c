"""Grade one submission after another in this process, without writing anything.

A result depends only on the files handed in, the course, the seed, the confinement and this version. Grading again, here or
on another machine, gives the same bytes; that is what makes a content hash enough to skip work.
"""

import hashlib
import time
import weakref
from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import grader
from grader.classes.job import BY_DATE, UNREADABLE, Job, PlannedSubmission, SummaryLine, summary_line
from grader.core.errors import ClassError
from grader.core.result import (
    EXERCISE,
    SEVERAL,
    SUBMISSION,
    CheckResult,
    CourseStamp,
    ExerciseResult,
    Result,
    Submitted,
    Verdict,
)
from grader.core.shapes import JsonObject
from grader.course import find
from grader.course.course import Course
from grader.course.dependencies import exercise_sha256
from grader.files.regular_file import UnreadableError
from grader.grading.grade_submission import grade
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.files import QUESTIONS_ID, is_by_hand
from grader.grading.submission.find import HandedIn, main_functions, sources, stubs
from grader.grading.submission.names import Names
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher

if TYPE_CHECKING:
    from grader.classes.at_deadline import Version
    from grader.questions.own_code.sheet import QuestionSheets
    from grader.questions.worksheet.mark import Sheets

SLACK_SECONDS = 30.0
"""The time to read a submission, to judge its replies and to name its mistakes, on top of the time for its exercises."""


class Grader:
    """A prepared course and a launcher of learners' processes, for any number of submissions."""

    def __init__(self, job: Job) -> None:
        self.job = job
        # Without the cache of parsed exercises: its files can be edited, and these are grades of record.
        self._course = Course(find(Path(job.course_folder) if job.course_folder else None))
        if self._course.sha256 != job.course_sha256:
            raise ClassError("the course is not the same as where the class is; give all machines the same")
        self._coded = [exercise_id for exercise_id in job.exercise_ids if not is_by_hand(exercise_id)]
        self._stubs = stubs(self._course, job.exercise_ids)
        self._functions = main_functions(self._course, self._coded)
        self._by_hand = [exercise_id for exercise_id in job.exercise_ids if is_by_hand(exercise_id)]
        self._sheets = self._open_sheets() if self._by_hand else None
        self._question_sheets = self._open_question_sheets() if QUESTIONS_ID in self._by_hand else None
        self._prepared = PreparedExercises(self._course)
        self._depends_on: dict[str, str] = {}
        self._launcher = open_launcher(ConfinementMode(job.confine))
        # Pools and threads end without calling `close`. The finalizer then runs at interpreter exit, or when the thread
        # that owned this grader is gone; without it, the launcher's folder would stay in /tmp.
        self.close = weakref.finalize(self, self._launcher.close)

    def _open_sheets(self) -> "Sheets":
        from grader.questions.worksheet.mark import Sheets  # a third of all imports, for few courses

        job, ids = self.job, [exercise_id for exercise_id in self._by_hand if exercise_id != QUESTIONS_ID]
        return Sheets(self._course, ids, job.worksheet_seed or "", job.worksheet_files, job.students)

    def _open_question_sheets(self) -> "QuestionSheets":
        from grader.questions.own_code.sheet import QuestionSheets  # as above

        return QuestionSheets(Path(self.job.question_folder or ""))

    def seconds(self) -> float:
        """Return how long a submission may take in all: every exercise its whole time, and some slack.

        Raises:
            YamlError: An exercise's file is invalid.
        """
        limits = [self._course.exercise(exercise_id).limits for exercise_id in self._coded]
        return (sum(limit.exercise_seconds for limit in limits) + SLACK_SECONDS) * (1 + self.job.is_at_deadline)

    def grade(
        self, submission: PlannedSubmission, known: JsonObject | None = None
    ) -> tuple[SummaryLine, JsonObject | None]:
        """Grade a submission, but for what has not changed since its result `known`, which is a JSON object.

        Returns:
            Its line, and its result as a JSON object. If the content hash is the known one, there is no result, and the line
            holds nothing but `is_new=False`; nor is there one of a submission by itself that cannot be opened.

        Raises:
            YamlError: An exercise's file is invalid.
            LaunchError: No learner's process can be started.
        """
        started = time.perf_counter()
        try:
            version = self._version(submission)
            files = self._handed_in(submission, version)
        except UnreadableError as error:
            if submission.is_alone:
                return SummaryLine("", UNREADABLE, 0, 0, str(error)), None
            return self.ended(submission, Verdict.UNREADABLE, str(error))
        if submission.obstacle:
            return self.ended(submission, Verdict.UNREADABLE, submission.obstacle)
        # git is asked only where a deadline makes the answer matter: it costs a process.
        submitted = submission.submitted or (_commit_time(Path(submission.path)) if submission.due else None)
        if version and submission.commit == BY_DATE:
            submitted = version.time.isoformat() if version.time else None
        sha256 = self._content_sha256(files, submission, submitted)
        is_dated = version and not submission.is_alone
        folder = self._changed_since(submission, sha256, submitted) if is_dated else None
        if version:
            after = folder and self._content_sha256(folder, submission, submitted)
            sha256 = hashlib.sha256(repr((sha256, version.commit, submission.commit, after)).encode()).hexdigest()
        if known and sha256 == known["submission"]["sha256"]:
            return SummaryLine(submission.student, "", 0, 0, is_new=False), None
        result, kept = self._result(files, submission, (known or {}).get("exercises", ()))
        document = result.to_json()
        incomplete = [exercise.id for exercise in result.exercises if exercise.score < exercise.max_score]
        facts = submission_facts(submission, submitted, sha256)
        facts = facts._replace(misplaced=files.misplaced, unclear=files.unclear(incomplete))
        later = self._result(folder, submission, document["exercises"])[0] if folder else None
        if version:
            facts = facts._replace(commit=version.commit, is_by_own_date=submission.commit == BY_DATE)
            facts = facts._replace(later=later and _points(later))
        document["submission"] = SUBMISSION.dump(facts)
        again = tuple(exercise_id for exercise_id in self._coded if kept and exercise_id not in kept)
        seconds = round(time.perf_counter() - started, 3)
        is_starved = any(one.is_starved for graded in (result, later) if graded for one in graded.exercises)
        line = summary_line(document)._replace(seconds=seconds, graded_again=again, is_starved=is_starved)
        return line, document

    def _version(self, submission: PlannedSubmission) -> "Version | None":
        """Return the commit to grade; None if the folder is graded as it is."""
        if submission.commit is None:
            return None
        from grader.classes.at_deadline import version_of  # for few classes

        is_relevant = Names(self._stubs).is_relevant
        return version_of(Path(submission.path), submission.commit, _time(submission.due), is_relevant)

    def _handed_in(self, submission: PlannedSubmission, version: "Version | None") -> HandedIn:
        files = version.files if version else sources(Path(submission.path), submission.files)
        return HandedIn(files, self._stubs, self._functions)

    def _changed_since(self, submission: PlannedSubmission, sha256: str, submitted: str | None) -> HandedIn | None:
        """Return the folder as it is; None if it is no other work than the commit that is graded, or unreadable."""
        try:
            folder = self._handed_in(submission, None)
        except UnreadableError:
            return None
        return None if self._content_sha256(folder, submission, submitted) == sha256 else folder

    def ended(
        self, submission: PlannedSubmission, verdict: Verdict, message: str
    ) -> tuple[SummaryLine, JsonObject | None]:
        """Return the result of a submission whose grading had to be ended: no points, and the verdict in every exercise."""
        obstacle = ""
        if verdict is Verdict.UNREADABLE:
            obstacle = SEVERAL if submission.obstacle else "cannot be opened"
        exercises = []
        for exercise_id in self._coded:
            exercise = self._course.exercise(exercise_id)
            checks = [CheckResult(check.name, Verdict.SKIPPED, check.points) for check in exercise.checks]
            checks[0] = checks[0]._replace(verdict=verdict, message=message, obstacle=obstacle)
            exercises.append(ExerciseResult(exercise_id, exercise.title, None, tuple(checks)))
        stamp = CourseStamp(self._course.id, self._course.version, self._course.sha256)
        result = Result(grader.__version__, stamp, tuple(exercises), submission.student or None, submission.seed)
        result = self._with_sheets(result._replace(confinement=self._launcher.layers), HandedIn((), self._stubs))
        document = result.to_json()
        # No hash: its files are not read again, and the same command tries it again.
        document["submission"] = SUBMISSION.dump(submission_facts(submission, submission.submitted, "0" * 64))
        return summary_line(document), document

    def _result(
        self, files: HandedIn, submission: PlannedSubmission, known: Sequence[JsonObject]
    ) -> tuple[Result, Collection[str]]:
        """Run the checks and mark the worksheets; return the result, and the ids of the known exercises that are kept."""
        with_hash = () if submission.is_alone else self._coded
        hashes = {exercise_id: self._exercise_sha256(files, submission, exercise_id) for exercise_id in with_hash}
        kept = {exercise["id"]: EXERCISE.load(exercise) for exercise in known if _is_same(exercise, hashes)}
        result = grade(
            self._course,
            files,
            self._launcher,
            exercise_ids=[exercise_id for exercise_id in self._coded if exercise_id not in kept],
            student=submission.student or None,
            seed=submission.seed,
            preparations=self._prepared,
        )
        new = [exercise._replace(sha256=hashes.get(exercise.id, "")) for exercise in result.exercises]
        by_id = kept | {exercise.id: exercise for exercise in new}
        result = result._replace(exercises=tuple(map(by_id.__getitem__, self._coded)))
        return self._with_sheets(result, files), kept

    def _with_sheets(self, result: Result, files: HandedIn) -> Result:
        """Mark the worksheets, and return the result with them."""
        by_hand = self._sheets.mark(files, result.student) if self._sheets else ()
        questions = self._question_sheets.mark(files, result.student or "") if self._question_sheets else ()
        return result._replace(exercises=(*result.exercises, *by_hand, *questions))

    def draw_sheet(self, submission: PlannedSubmission, passed: Sequence[str], seed: str) -> JsonObject | None:
        """Draw questions on functions of a submission that have passed; None if there is nothing to ask."""
        # as above, and few classes are asked questions
        from grader.questions.own_code.sheet import Drawing, QuestionSheet, draw_questions, seed_hash

        try:
            files = self._handed_in(submission, self._version(submission))
        except UnreadableError:  # it has changed since it was graded
            return None
        drawing = Drawing(self._course, self._prepared, self._launcher, seed)
        questions = draw_questions(drawing, files, submission.student, passed)
        # With the student: else two who hand in the same file, of which there is one question, had sheets with one id.
        parts = [submission.student.encode("utf-8", "surrogatepass"), *(_file(files, name) for name in self._coded)]
        digest = hashlib.sha256(b"\0".join([*parts, _modules(files)]))
        sheet = QuestionSheet(submission.student, digest.hexdigest(), seed_hash(seed), questions)
        return sheet.to_json() if questions else None

    def _content_sha256(self, files: HandedIn, submission: PlannedSubmission, submitted: str | None) -> str:
        """Return a hash over everything that a result depends on."""
        # The form of these tuples is part of the format of stored results: changing it grades every class anew.
        ids, worksheet_seed = self.job.exercise_ids, self.job.worksheet_seed
        layers = self._launcher.layers
        settings = (grader.__version__, self._course.sha256, layers, ids, submission.seed, submission.student)
        files_sha256 = [hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in self.job.worksheet_files]
        by_hand = () if worksheet_seed is None else (worksheet_seed, *files_sha256, *self.job.students)
        if self._question_sheets:
            by_hand = (*by_hand, *self._question_sheets.ids)
        facts = (*by_hand, submitted, submission.due, submission.is_marked_late, submission.is_known)
        digest = hashlib.sha256(repr((*settings, *facts, files.misplaced, files.unclear(ids))).encode())
        for exercise_id in ids:
            digest.update(_file(files, exercise_id))
        digest.update(_modules(files))  # any other file does not count
        return digest.hexdigest()

    def _exercise_sha256(self, files: HandedIn, submission: PlannedSubmission, exercise_id: str) -> str:
        """Return a hash over everything that the result of one exercise depends on."""
        if exercise_id not in self._depends_on:
            self._depends_on[exercise_id] = exercise_sha256(self._course, exercise_id)
        settings = (grader.__version__, self._depends_on[exercise_id], self._launcher.layers, submission.seed)
        return hashlib.sha256(repr(settings).encode() + _file(files, exercise_id) + _modules(files)).hexdigest()


def _modules(files: HandedIn) -> bytes:
    """Return what a result depends on of the other modules, since an exercise's file may import them."""
    modules = sorted(files.modules.items())
    return b"".join(repr((name, shown)).encode() + hashlib.sha256(source).digest() for name, (shown, source) in modules)


def _file(files: HandedIn, exercise_id: str) -> bytes:
    """Return what a result depends on of the file for an exercise."""
    try:
        source = files.read(exercise_id)
    except UnreadableError as error:
        source = f"unreadable: {error}".encode()
    return repr((exercise_id, files.shown(exercise_id), files.absence(exercise_id), source)).encode()


def _is_same(stored: JsonObject, hashes: dict[str, str]) -> bool:
    """Return whether a stored result of an exercise is what grading it would give; a fault of ours is tried again."""
    return stored.get("sha256") == hashes.get(stored["id"], "") and stored["status"] != Verdict.INTERNAL.value


def submission_facts(submission: PlannedSubmission, submitted: str | None, sha256: str) -> Submitted:
    """Return the part of a result that describes the submission itself."""
    late = None
    if submission.due:
        from grader.classes.deadlines import late_seconds  # here, as below: most submissions have no deadline

        late = late_seconds(_time(submitted), _time(submission.due))
    is_late = bool(late) or submission.is_marked_late
    return Submitted(sha256, submitted, submission.due, late, is_late, submission.is_known)


def _points(result: Result) -> str:
    return f"{result.score} of {result.max_score}" if result.is_graded else result.verdict.value


def _commit_time(folder: Path) -> str | None:
    from grader.classes.at_deadline import commit_time  # only where a deadline makes it matter

    time_ = commit_time(folder)
    return time_.isoformat() if time_ else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
