"""The unit of work: a few submissions, graded in this process one after another, each result written as it is made.

What is written depends on what is handed in, the course, the seed and this version only: whoever grades it again, here
or on another machine, writes the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol

import grader
from grader.classes.commit_time import commit_time
from grader.classes.deadlines import late_seconds
from grader.classes.discover import only_folder
from grader.classes.store import Store
from grader.course import location
from grader.course.course import Course
from grader.files.archive import ArchiveError, unpack
from grader.grading.grade_submission import grade
from grader.grading.prepared import PreparedExercises
from grader.grading.submission import Submission, UnreadableError, is_by_hand
from grader.questions.worksheet.mark_worksheet import Sheets
from grader.sandbox.confine import Wanted
from grader.sandbox.launcher import starter

UNREADABLE = "unreadable"
"""The status of a submission that cannot be opened; it gets no result."""


class Job(NamedTuple):
    """What all submissions of a run have in common; plain values, so that it can be sent to another process."""

    out: str
    exercise_ids: tuple[str, ...]
    confine: str
    course_folder: str | None = None
    worksheet_seed: str | None = None
    """What the numbers of worksheets were drawn from; None if none are marked."""


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


class Keeper(Protocol):
    """Where results are kept and found again: the folder of a class, or what is on its way back to it."""

    def find(self, student: str, content_hash: str) -> dict[str, Any] | None:
        """Return a student's result if it was made from what has this hash."""

    def put(self, student: str, document: Mapping[str, Any]) -> None:
        """Keep a student's result."""


class Desk:
    """Where submissions are graded one after another: the course prepared, learners' processes at hand."""

    def __init__(self, job: Job, keeper: Keeper | None = None) -> None:
        folder = Path(job.course_folder) if job.course_folder else None
        self._course = Course(location.find(folder))  # grades of record never rest on a cache
        self._ids = job.exercise_ids
        self._worksheet_seed = job.worksheet_seed
        self._sheets = Sheets(self._course, job.exercise_ids, job.worksheet_seed or "")
        self._keeper: Keeper = keeper or Store(Path(job.out))
        self._preparations = PreparedExercises(self._course)
        self._starter = starter(Wanted(job.confine))

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._starter.close()

    def grade(self, item: Item) -> Line:
        """Grade a submission, unless its result is there already.

        Raises:
            ClassError: its result cannot be written.
            ExerciseError: an exercise's file is not right.
            WorkerError: no learner's process can be started.
        """
        started = time.perf_counter()
        try:
            with opened(item) as folder:
                submitted = item.submitted or (_iso(commit_time(folder)) if item.due else None)
                submission = Submission(folder)
                content_hash = self._hash(submission, item, submitted)
                document = self._keeper.find(item.student, content_hash)
                is_new = document is None
                if document is None:
                    document = self._graded(submission, item)
                    document["submission"] = about(item, submitted, content_hash)
                    self._keeper.put(item.student, document)
        except (ArchiveError, UnreadableError) as error:
            return Line(item.student, UNREADABLE, 0, 0, str(error))
        line = line_of(document)
        return line._replace(is_new=is_new, seconds=round(time.perf_counter() - started, 3))

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
        by_hand = () if self._worksheet_seed is None else (self._worksheet_seed,)
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
