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

import grader
from grader.classes.commit_time import commit_time
from grader.classes.deadlines import late_seconds
from grader.classes.job import Job, PlannedSubmission, SummaryLine, summary_line
from grader.core.errors import ClassError
from grader.core.result import (
    EXERCISE,
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
from grader.grading.submission.find import HandedIn, main_functions, sources, stubs
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher

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
        self._stubs = stubs(self._course, job.exercise_ids)
        self._functions = main_functions(self._course, job.exercise_ids)
        self._prepared = PreparedExercises(self._course)
        self._depends_on: dict[str, str] = {}
        self._launcher = open_launcher(ConfinementMode(job.confine))
        # Pools and threads end without calling `close`. The finalizer then runs at interpreter exit, or when the thread
        # that owned this grader is gone; without it, the launcher's folder would stay in /tmp.
        self.close = weakref.finalize(self, self._launcher.close)

    def seconds(self) -> float:
        """Return how long a submission may take in all: every exercise its whole time, and some slack.

        Raises:
            YamlError: An exercise's file is invalid.
        """
        limits = [self._course.exercise(exercise_id).limits for exercise_id in self.job.exercise_ids]
        return sum(limit.exercise_seconds for limit in limits) + SLACK_SECONDS

    def grade(
        self, submission: PlannedSubmission, known: JsonObject | None = None
    ) -> tuple[SummaryLine, JsonObject | None]:
        """Grade a submission, but for the exercises that have not changed since its result `known`, a JSON object.

        Returns:
            Its line, and its result as a JSON object. If the content hash is the known one, there is no result, and the line
            holds nothing but `is_new=False`.

        Raises:
            YamlError: An exercise's file is invalid.
            LaunchError: No learner's process can be started.
        """
        started = time.perf_counter()
        try:
            paths = sources(Path(submission.path), submission.files)
            files = HandedIn(paths, self._stubs, self._functions, _root(submission))
        except UnreadableError as error:
            return self.ended(submission, Verdict.UNREADABLE, str(error))
        if submission.obstacle:
            return self.ended(submission, Verdict.UNREADABLE, submission.obstacle)
        # git is asked only where a deadline makes the answer matter: it costs a process.
        submitted = submission.submitted
        if submission.due and not submitted and not submission.files:
            submitted = commit_time(Path(submission.path), _root(submission))
        sha256 = self._content_sha256(files, submission, submitted)
        if known and sha256 == known["submission"]["sha256"]:
            return SummaryLine(submission.student, "", 0, 0, is_new=False), None
        result, again = self._result(files, submission, (known or {}).get("exercises", ()))
        document = result.to_json()
        incomplete = [exercise.id for exercise in result.exercises if exercise.score < exercise.max_score]
        facts = submission_facts(submission, submitted, sha256)
        facts = facts._replace(misplaced=files.misplaced, unclear=files.unclear(incomplete))
        document["submission"] = SUBMISSION.dump(facts)
        seconds = round(time.perf_counter() - started, 3)
        is_starved = any(exercise.is_starved for exercise in result.exercises)
        line = summary_line(document)._replace(seconds=seconds, graded_again=tuple(again), is_starved=is_starved)
        return line, document

    def ended(
        self, submission: PlannedSubmission, verdict: Verdict, message: str
    ) -> tuple[SummaryLine, JsonObject | None]:
        """Return the result of a submission whose grading had to be ended: no points, and the verdict in every exercise."""
        obstacle = (submission.kind or "cannot be opened") if verdict is Verdict.UNREADABLE else ""
        exercises = []
        for exercise_id in self.job.exercise_ids:
            exercise = self._course.exercise(exercise_id)
            checks = [CheckResult(check.name, Verdict.SKIPPED, check.points) for check in exercise.checks]
            checks[0] = checks[0]._replace(verdict=verdict, message=message, obstacle=obstacle)
            exercises.append(ExerciseResult(exercise_id, exercise.title, None, tuple(checks)))
        stamp = CourseStamp(self._course.id, self._course.version, self._course.sha256)
        result = Result(grader.__version__, stamp, tuple(exercises), submission.student or None, submission.seed)
        document = result._replace(confinement=self._launcher.layers).to_json()
        # No hash: its files are not read again, and the same command tries it again.
        document["submission"] = SUBMISSION.dump(submission_facts(submission, submission.submitted, "0" * 64))
        return summary_line(document), document

    def _result(
        self, files: HandedIn, submission: PlannedSubmission, known: Sequence[JsonObject]
    ) -> tuple[Result, Collection[str]]:
        """Run the checks; return the result, and the ids of known exercises that were graded again."""
        ids = self.job.exercise_ids
        with_hash = () if submission.is_alone else ids
        hashes = {exercise_id: self._exercise_sha256(files, submission, exercise_id) for exercise_id in with_hash}
        kept = {exercise["id"]: EXERCISE.load(exercise) for exercise in known if _is_same(exercise, hashes)}
        result = grade(
            self._course,
            files,
            self._launcher,
            exercise_ids=[exercise_id for exercise_id in ids if exercise_id not in kept],
            student=submission.student or None,
            seed=submission.seed,
            preparations=self._prepared,
        )
        new = [exercise._replace(sha256=hashes.get(exercise.id, "")) for exercise in result.exercises]
        by_id = kept | {exercise.id: exercise for exercise in new}
        result = result._replace(exercises=tuple(by_id[exercise_id] for exercise_id in ids))
        # Where everything is graded again, so is everything of everybody: only a part is worth a sentence.
        again = [exercise["id"] for exercise in known if _has_changed(exercise, hashes)] if kept else []
        return result, again

    def _content_sha256(self, files: HandedIn, submission: PlannedSubmission, submitted: str | None) -> str:
        """Return a hash over everything that a result depends on."""
        # The form of these tuples is part of the format of stored results: changing it grades every class anew.
        ids = self.job.exercise_ids
        layers = self._launcher.layers
        settings = (grader.__version__, self._course.sha256, layers, ids, submission.seed, submission.student)
        facts = (submitted, submission.due, submission.is_marked_late, submission.is_known)
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


def _has_changed(stored: JsonObject, hashes: dict[str, str]) -> bool:
    """Return whether something has changed that a stored result of an exercise depends on."""
    return stored["id"] in hashes and stored.get("sha256") != hashes[stored["id"]]


def submission_facts(submission: PlannedSubmission, submitted: str | None, sha256: str) -> Submitted:
    """Return the part of a result that describes the submission itself."""
    late = late_seconds(_time(submitted), _time(submission.due))
    is_late = bool(late) or submission.is_marked_late
    return Submitted(sha256, submitted, submission.due, late, is_late, submission.is_known)


def _root(submission: PlannedSubmission) -> Path | None:
    return Path(submission.root) if submission.root else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
