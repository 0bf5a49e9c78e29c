"""Grade one submission, and then the next, in this process.

A result depends on what is handed in, the course, the seed and this version only: whoever grades it again, here or on
another machine, gets the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import grader
from grader.classes.commit_time import commit_time
from grader.classes.deadlines import late_seconds
from grader.classes.discover import only_folder
from grader.core.errors import ClassError
from grader.course import location
from grader.course.course import Course
from grader.files.archive import ArchiveError, unpack
from grader.grading.grade_submission import grade
from grader.grading.prepared import PreparedExercises
from grader.grading.submission import Submission, UnreadableError, is_by_hand
from grader.questions.worksheet.mark_worksheet import Sheets
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher

UNREADABLE = "unreadable"
"""The status of a submission that cannot be opened; it gets no result."""


class Job(NamedTuple):
    """What all submissions of a run have in common; plain values, so that it can be sent to another process."""

    exercise_ids: tuple[str, ...]
    confine: str
    course_sha256: str
    course_folder: str | None = None
    worksheet_seed: str | None = None
    """What the numbers of worksheets were drawn from; None if none are marked."""
    is_elsewhere: bool = False
    """Whether it may be another machine that grades, which has to have the same folders and says its name in errors."""


class Item(NamedTuple):
    """One submission to grade; times are in ISO 8601. See `collect.Found` for `path` and `files`."""

    student: str
    seed: int
    path: str
    files: tuple[tuple[str, str], ...] = ()
    submitted: str | None = None
    due: str | None = None
    is_marked_late: bool = False
    is_known: bool = True


class Line(NamedTuple):
    """What a class's table says of one submission."""

    student: str
    status: str
    score: int
    max_score: int
    look_at: str = ""
    late_seconds: int | None = None
    is_late: bool = False
    is_new: bool = True
    seconds: float = 0.0


class Grader:
    """Grades submissions one after another: the course is prepared once, and learners' processes are at hand."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._course = Course(location.find(Path(job.course_folder) if job.course_folder else None))  # never a cache
        if self._course.sha256 != job.course_sha256:
            raise ClassError("the course is not the same as where the class is; give all machines the same")
        self._ids = job.exercise_ids
        self._sheets = Sheets(self._course, job.exercise_ids, job.worksheet_seed or "")
        self._preparations = PreparedExercises(self._course)
        self._starter = open_launcher(ConfinementMode(job.confine))
        # At the latest when this process ends or the thread that has this grader does: neither calls `close`.
        self.close = weakref.finalize(self, self._starter.close)

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def grade(self, item: Item, known: str | None = None) -> tuple[Line, dict[str, Any] | None]:
        """Grade a submission, unless `known` is the content hash that its result would have.

        Return its line and its result. There is no result if it is known or if the submission cannot be opened; if it is
        known, the line says nothing but that.

        Raises:
            ExerciseError: an exercise's file is not right.
            LaunchError: no learner's process can be started.
        """
        started = time.perf_counter()
        document = None
        try:
            with opened(item) as folder:
                submitted = item.submitted or (_iso(commit_time(folder)) if item.due else None)
                submission = Submission(folder)
                content_hash = self._hash(submission, item, submitted)
                if content_hash == known:
                    line = Line(item.student, "", 0, 0, is_new=False)
                else:
                    document = self._graded(submission, item)
                    document["submission"] = about(item, submitted, content_hash)
                    line = line_of(document)
        except (ArchiveError, UnreadableError) as error:
            return Line(item.student, UNREADABLE, 0, 0, str(error)), None
        return line._replace(seconds=round(time.perf_counter() - started, 3)), document

    def _graded(self, submission: Submission, item: Item) -> dict[str, Any]:
        """Grade, and return what is to be written."""
        result = grade(
            self._course,
            submission,
            self._starter,
            exercise_ids=[each for each in self._ids if not is_by_hand(each)],
            student=item.student,
            seed=item.seed,
            preparations=self._preparations,
        )
        by_hand = self._sheets.mark(submission, item.student)
        return result._replace(exercises=(*result.exercises, *by_hand)).to_json()

    def _hash(self, submission: Submission, item: Item, submitted: str | None) -> str:
        """Return a hash over all that a result depends on."""
        settings = (grader.__version__, self._course.sha256, self._starter.layers, self._ids, item.seed, item.student)
        by_hand = () if self.job.worksheet_seed is None else (self.job.worksheet_seed,)
        about_it = (*by_hand, submitted, item.due, item.is_marked_late, item.is_known)
        digest = hashlib.sha256(repr((*settings, *about_it)).encode())
        for exercise_id in self._ids:
            try:
                source = submission.read(exercise_id)
            except UnreadableError as error:
                source = f"unreadable: {error}".encode()
            digest.update(repr((exercise_id, submission.shown(exercise_id), source)).encode())
        for name, (shown, source) in sorted(submission.modules.items()):
            digest.update(repr((name, shown)).encode() + hashlib.sha256(source).digest())
        return digest.hexdigest()


@contextlib.contextmanager
def opened(item: Item) -> Iterator[Path]:
    """Give the folder of a submission; what has to be unpacked or gathered goes away afterwards.

    Raises:
        ArchiveError: its zip file cannot be unpacked.
        UnreadableError: it cannot be opened.
    """
    path = Path(item.path)
    if not item.files and path.is_dir():
        _make_sure_it_can_be_read(path)
        yield only_folder(path.resolve())
        return
    with tempfile.TemporaryDirectory(prefix="learn-submission-") as folder:
        if item.files:
            for stored, name in item.files:
                _gather(path / stored, Path(folder), name)
        else:
            unpack(path, Path(folder))
        yield only_folder(Path(folder))


def _gather(path: Path, folder: Path, name: str) -> None:
    """Put one of a student's loose files into a folder; of two with the same name, the later one stays."""
    if name.lower().endswith(".zip"):
        unpack(path, folder)
        return
    try:
        shutil.copyfile(path, folder / Path(name).name, follow_symlinks=False)
    except OSError as error:
        raise UnreadableError(f"{path.name} cannot be opened: {error.strerror}") from error


def _make_sure_it_can_be_read(folder: Path) -> None:
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        raise UnreadableError(f"its folder cannot be opened: {error.strerror}") from error


def about(item: Item, submitted: str | None, content_hash: str) -> dict[str, Any]:
    """Return what a result says of the submission itself."""
    late = late_seconds(_time(submitted), _time(item.due))
    return {
        "sha256": content_hash,
        "submitted": submitted,
        "due": item.due,
        "late_seconds": late,
        "late": bool(late) or item.is_marked_late,
        "on_roster": item.is_known,
    }


def line_of(document: dict[str, Any]) -> Line:
    """Return the line of a class's table for a result that has been written."""
    about_it = document["submission"]
    return Line(
        student=document["student"],
        status=document["status"],
        score=document["score"],
        max_score=document["max_score"],
        look_at=_look_at(document["exercises"]),
        late_seconds=about_it["late_seconds"],
        is_late=about_it["late"],
    )


def _look_at(exercises: Sequence[dict[str, Any]]) -> str:
    """Say which exercise to look at first, and why: the named mistake, or the verdict."""
    for exercise in exercises:
        if exercise["status"] == "pass":
            continue
        name = exercise["id"].rpartition("/")[2]
        titles = [check["mistake"]["title"] for check in exercise["checks"] if check["mistake"]]
        return f"{name}: {titles[0] if titles else exercise['status']}"
    return ""


def _iso(time_: datetime | None) -> str | None:
    return time_.isoformat() if time_ else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
