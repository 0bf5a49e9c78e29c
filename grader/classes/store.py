"""The folder of a class's results: one file for each student, whole or not at all, and one run at a time.

A result says by its content hash what it was made from, so that it is made again only if that has changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import ClassError
from grader.files.safe_write import UNFINISHED, whole
from grader.reports.document import RESULTS, SECONDS, SETTINGS, read_document

PLAIN_NAME = re.compile(r"[\w@+-][\w.@+ -]{0,79}")
LOCK = ".lock"
"""What stands in the folder: results, how long they took, what the run was made with, and its lock."""


class Store:
    """A folder of results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._results = folder / RESULTS
        self._seconds = folder / SECONDS

    def make(self) -> None:
        """Make the folder, if it is not there.

        Raises:
            ClassError: it cannot be made.
        """
        try:
            for each in (self._results, self._seconds):
                each.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ClassError(f"{self.folder}: cannot be made a folder for results: {error.strerror}") from error

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out until the end, however it comes; and take away what an ended run left half-written.

        Raises:
            ClassError: another run has it, or nothing can be written there.
        """
        self.make()
        try:
            descriptor = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
        except OSError as error:
            raise unwritable(self.folder, error) from error
        try:
            if not _lock(descriptor):
                raise ClassError(
                    f"{self.folder}: another `learn grade` is writing there; wait for its end, or give another folder"
                )
            for path in (*self._results.glob(f"*{UNFINISHED}"), *self._seconds.glob(f"*{UNFINISHED}")):
                path.unlink(missing_ok=True)
            yield
        finally:
            os.close(descriptor)

    def path(self, student: str) -> Path:
        """Return where a student's result stands."""
        return self._results / f"{file_name(student)}.json"

    def read(self, student: str) -> dict[str, Any] | None:
        """Return a student's result, None if there is none that can be used."""
        try:
            document = read_document(self.path(student))
        except (OSError, ValueError):
            return None
        is_usable = isinstance(document, dict) and isinstance(document.get("submission"), dict)
        return document if is_usable and document.get("student") == student else None

    def find(self, student: str, content_hash: str) -> dict[str, Any] | None:
        """Return a student's result if it was made from what has this hash."""
        document = self.read(student)
        return document if document and document["submission"].get("sha256") == content_hash else None

    def put(self, student: str, document: Mapping[str, Any]) -> None:
        """Write a student's result, and beside it how long it took, which alone differs from one time to the next.

        Raises:
            ClassError: the folder or the disk does not let us; what was there before is still there.
        """
        seconds = {each["id"]: each["seconds"] for each in document["exercises"]}
        if any(seconds.values()):
            write(self._seconds / self.path(student).name, json.dumps(seconds).encode())
        timeless = {**document, "exercises": [{**each, "seconds": 0.0} for each in document["exercises"]]}
        text = json.dumps(timeless, ensure_ascii=False) + "\n"  # indented, it would take ten times as long
        write(self.path(student), text.encode("utf-8", "surrogateescape"))

    def settings(self) -> dict[str, Any]:
        """Return what an earlier run noted, such as its seed."""
        try:
            noted = json.loads((self.folder / SETTINGS).read_bytes())
        except (OSError, ValueError):
            return {}
        return noted if isinstance(noted, dict) else {}

    def note_settings(self, settings: Mapping[str, Any]) -> None:
        """Note what this run is made with.

        Raises:
            ClassError: it cannot be written.
        """
        write(self.folder / SETTINGS, (json.dumps(dict(settings), indent=2) + "\n").encode())


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; what a power cut leaves unreadable is made again.

    Raises:
        ClassError: the folder or the disk does not let us.
    """
    try:
        with whole(path, outlives_power_cuts=False) as file:
            file.write(content)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def unwritable(folder: Path, error: OSError) -> ClassError:
    """Say that nothing can be written in a folder."""
    return ClassError(
        f"{folder}: cannot be written to: {error.strerror or error}; results written so far are kept, and the same "
        "command goes on from there"
    )


def file_name(student: str) -> str:
    """Return a file's name for a student: the id itself if it is plain, else what is left of it and a hash."""
    if PLAIN_NAME.fullmatch(student) and not student.endswith((".", " ")):
        return student
    digest = hashlib.sha256(student.encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return re.sub(r"[^\w@+-]+", "_", student)[:40] + f"~{digest}"


def _lock(descriptor: int) -> bool:
    """Lock a file until it is closed, or the process has ended; say whether that was possible."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
