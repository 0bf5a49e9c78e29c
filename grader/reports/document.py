"""Load stored results, one or a folder of them, so that reports can be written again without grading again."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from grader.core.errors import ReportError
from grader.core.escape import cut, line
from grader.core.result import RESULT, SCHEMA, SUBMISSION, Result, Submitted
from grader.core.shapes import Json, JsonObject, Kind, ShapeError
from grader.files.regular_file import read_file

RESULTS, SETTINGS = "results", "run.json"
"""The folder and the file that a class's results are stored in."""
STUDENTS = "students"
"""In that file, the ids of the students of the last run."""
MAX_BYTES = 64 << 20
MAX_WHY = 160


def read_document(path: Path) -> Json:
    """Return the JSON of a result's file; names of learners' files in it may be invalid UTF-8.

    Raises:
        ValueError: it cannot be read, or is no JSON.
    """
    return json.loads(read_file(path, MAX_BYTES, may_be_link=True).decode("utf-8", "surrogateescape"))


def read_object(path: Path) -> JsonObject:
    """Return the JSON object in a file; empty if there is none."""
    try:
        content = read_document(path)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def read(document: Mapping[str, Json]) -> Result:
    """Return the result in a document; unknown keys are ignored, and another schema raises ReportError."""
    if document.get("schema") != SCHEMA:
        raise ReportError(f"this is no result: its schema is {document.get('schema')!r}, not {SCHEMA!r}")
    return cast(Result, _loaded(RESULT, document, ""))


def _loaded(kind: Kind, data: Json, path: str) -> Json:
    try:
        return kind.load(data)
    except ShapeError as error:
        raise ReportError(f"this result is damaged ({f'{path}{error}'.removeprefix('.')}); grade again") from error


class Stored(NamedTuple):
    """A stored result, and the data on its submission from grading a class."""

    student: str
    result: Result
    is_late: bool = False
    late_seconds: int | None = None
    is_on_roster: bool = True
    unclear: tuple[str, ...] = ()


class LeftOut(NamedTuple):
    """A file that the report leaves out, and the reason."""

    file: str
    why: str

    def __str__(self) -> str:
        """Return a sentence."""
        return f"{line(self.file)} is left out: {self.why}."


def result_files(folder: Path) -> list[Path]:
    """Return the files that should be results, sorted by name; raise ReportError if there is none."""
    inner = folder / RESULTS
    try:
        directory = inner if inner.is_dir() else folder
        names = sorted(path.name for path in directory.iterdir())
    except OSError as error:
        raise ReportError(f"{folder}: cannot be read: {error.strerror}; correct its permissions") from error
    files = [directory / name for name in names if name.endswith(".json") and name[0] != "." and name != SETTINGS]
    if not files:
        raise ReportError(f"{folder}: there are no results here; `learn grade PATH... --out DIR` writes them into DIR")
    return files


def settings_of_run(folder: Path) -> JsonObject:
    """Return what the last run of `learn grade --out` noted in its folder; empty if it is damaged."""
    return read_object(folder / SETTINGS)


def students_of_run(folder: Path) -> frozenset[str] | None:
    """Return the ids of the students of the last run of `learn grade --out`; None if the folder does not say."""
    noted = settings_of_run(folder).get(STUDENTS)
    return frozenset(map(str, noted)) if isinstance(noted, list) else None


def read_results(files: Sequence[Path], students: Collection[str] | None = None) -> Iterator[Stored | LeftOut]:
    """Yield each result, or the reason why it is left out; only one is in memory at a time.

    With `students`, a result of anybody else is left out.
    """
    known: dict[str, str] = {}
    for path in files:
        try:
            stored = _stored(path)
        except ReportError as error:
            yield LeftOut(path.name, cut(line(str(error)), MAX_WHY))
            continue
        if students is not None and stored.student not in students:
            yield LeftOut(path.name, "the last run of `learn grade` into this folder had no submission of this student")
            continue
        first = known.setdefault(stored.student.casefold(), path.name)
        if first != path.name:
            yield LeftOut(path.name, f"{line(first)} is of the same student, {cut(line(repr(stored.student)), 60)}")
        else:
            yield stored


def _stored(path: Path) -> Stored:
    document = _document(path)
    result = read(document)
    student = path.stem if result.student is None else result.student
    if document.get("submission") is None:  # it was not graded with a class
        return Stored(student, result)
    about = cast(Submitted, _loaded(SUBMISSION, document["submission"], "submission"))
    return Stored(student, result, about.is_late, about.late_seconds, about.is_on_roster, about.unclear)


def _document(path: Path) -> JsonObject:
    try:
        if not path.is_file():
            raise ReportError("it is not a file")
        if path.stat().st_size > MAX_BYTES:
            raise ReportError(f"it is larger than {MAX_BYTES >> 20} MiB")
        document = read_document(path)
    except OSError as error:
        raise ReportError(f"it cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ReportError("it is not JSON") from error
    if not isinstance(document, dict):
        raise ReportError("it is not a result")
    return document
