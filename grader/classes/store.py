"""Store a class's results: one file for each student, written atomically, in a folder that one run locks at a time.

Each result holds a hash of everything it was made from. It is made again only if that hash has changed, so an interrupted
run resumes, and results of several machines can be copied into one folder.
"""

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from grader.core.errors import ClassError
from grader.core.result import RESULT, SUBMISSION, UNGRADED, Verdict
from grader.core.shapes import Json, JsonObject, ShapeError
from grader.files.safe_write import NO_LINK, UNFINISHED, whole
from grader.files.state_file import LOCKING, lock
from grader.reports.document import RESULTS, SETTINGS, read_object, settings_of_run
from grader.reports.gradebook import table

PLAIN_NAME = re.compile(r"[\w@+-][\w.@+ -]{0,79}")
MODE = 0o600
"""Of files that hold grades and seeds; what is exported has the mode that the user's umask gives it."""
CHANGES, LOCK = "changes.csv", ".lock"
"""The table of changed scores, and the file that a run locks."""
RESUMES = "results written so far are kept, and the same command goes on from there"


class Store:
    """A folder of results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._results = folder / RESULTS

    def make(self) -> None:
        """Create the folder if it does not exist; raise ClassError if it cannot be created."""
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            for folder in (self.folder, self._results):
                folder.mkdir(mode=0o700, exist_ok=True)  # grades and the seed are their owner's
        except OSError as error:
            raise ClassError(
                f"{self.folder}: cannot be made a folder for results: {error.strerror}; give another one with --out"
            ) from error

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against other runs, and remove unfinished files of a run that was killed.

        Raises:
            ClassError: Another run holds the lock, or the folder cannot be written.
        """
        self.make()
        try:
            # The lock belongs to the descriptor: the system releases it however this process ends. The file itself stays;
            # deleting it would let two runs lock two different files of the same name.
            descriptor = os.open(self.folder / LOCK, LOCKING, MODE)
        except OSError as error:
            raise unwritable(self.folder, error) from error
        try:
            if not lock(descriptor, waits=False):
                advice = "wait for its end, or give another folder"
                raise ClassError(f"{self.folder}: another `learn grade` is writing there; {advice}")
            for path in self._results.glob(f"*{UNFINISHED}"):
                path.unlink(missing_ok=True)
            yield
        finally:
            os.close(descriptor)

    def path(self, student: str) -> Path:
        """Return the path of a student's result."""
        return self._results / f"{file_name(student)}.json"

    def read(self, student: str) -> JsonObject | None:
        """Return a student's result, None if there is none or it is damaged."""
        # A file that was copied or edited by hand may be anything; the student inside must be the one of its name.
        try:
            document = read_object(self.path(student))
            is_usable = document.get("student") == student
            is_whole = is_usable and RESULT.load(document) and SUBMISSION.load(document.get("submission"))
        except (ValueError, RecursionError, ShapeError):
            return None
        return document if is_whole else None

    def score(self, student: str) -> str:
        """Return the score of a student's result, as `8/20`, or why there is none; empty without a result."""
        stored = self.read(student)
        return score_text(stored["status"], stored["score"], stored["max_score"]) if stored else ""

    def others(self, students: Iterable[str]) -> list[str]:
        """Return the names of results that are of none of the students, without suffixes."""
        known = {self.path(student).name for student in students}
        return sorted(path.stem for path in self._results.glob("*.json") if path.name not in known)

    def put(self, student: str, document: Mapping[str, Json]) -> None:
        """Write a student's result, without how long it took.

        Raises:
            ClassError: It cannot be written; an earlier result is still there.
        """
        # Durations are the only part that differs between two runs; without them, results compare byte for byte.
        timeless = {**document, "exercises": [{**exercise, "seconds": 0.0} for exercise in document["exercises"]]}
        # Not indented, which takes ten times as long: Python's encoder, not C's.
        text = json.dumps(timeless, ensure_ascii=False) + "\n"
        write(self.path(student), text.encode("utf-8", "surrogateescape"))

    def settings(self) -> JsonObject:
        """Return the settings that an earlier run noted, such as its seed; empty if there are none."""
        return settings_of_run(self.folder)

    def note_change(self, student: str, before: str, after: str) -> None:
        """Append a changed score to a table that no later run shortens; raise ClassError if it cannot be written."""
        row = [datetime.now().astimezone().isoformat(timespec="seconds"), student, before, after]
        try:
            # Appended, so that an interrupted run keeps its changes. Bytes at once: rows of a full disk are not mixed.
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINK | getattr(os, "O_NONBLOCK", 0)
            descriptor = os.open(self.folder / CHANGES, flags, MODE)
            try:
                is_new = os.fstat(descriptor).st_size == 0
                rows = [["time", "student", "before", "after"], row] if is_new else [row]
                os.write(descriptor, table(rows).encode("utf-8", "replace"))
            finally:
                os.close(descriptor)
        except OSError as error:
            raise unwritable(self.folder, error) from error

    def note_settings(self, settings: Mapping[str, Json]) -> None:
        """Write the settings of this run; raise ClassError if they cannot be written."""
        write(self.folder / SETTINGS, (json.dumps(dict(settings), indent=2) + "\n").encode())


def score_text(status: str, score: int, max_score: int) -> str:
    """Return a score as `8/20`, or the status of a submission without a number."""
    return f"{score}/{max_score}" if Verdict(status) not in UNGRADED else status


def write(path: Path, content: bytes) -> None:
    """Write a file atomically; raise ClassError if the folder or the disk does not allow it."""
    try:
        # No fsync for each of thousands of files: what a power cut damages is not usable, and made again.
        with whole(path, mode=MODE, outlives_power_cuts=False) as file:
            file.write(content)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def unwritable(folder: Path, error: OSError) -> ClassError:
    """Return the error for a folder that cannot be written."""
    return ClassError(f"{folder}: cannot be written to: {error.strerror or error}; {RESUMES}")


def file_name(student: str) -> str:
    """Return a file name for a student: the id if it is a plain word, else its plain characters and a hash."""
    # Ids are anything that a roster or a folder's name holds: "..", slashes, 200 characters. Windows drops final dots.
    if PLAIN_NAME.fullmatch(student) and not student.endswith((".", " ")):
        return student
    digest = hashlib.sha256(student.encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return re.sub(r"[^\w@+-]+", "_", student)[:40] + f"~{digest}"
