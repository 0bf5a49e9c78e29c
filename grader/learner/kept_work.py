"""A learner's files and progress, which a page keeps as text: note an event, pack a workspace, take such a zip back."""

import io
import json
import zipfile
from pathlib import PurePosixPath
from typing import Any

from grader.core.escape import line
from grader.core.result import ExerciseResult
from grader.files.archive import ArchiveError, Member, members, stored_zip
from grader.files.state_file import DAMAGE
from grader.learner.progress import FILE, Progress, change_now, dump_progress, parse_progress

MAX_BYTES = 5 << 20
"""Of a zip to open, and of each file in it: a workspace has far less."""
EXERCISES, STATE, RECORD = "exercises/", ".learn/", ".learn/workspace.json"
"""The folders and the record in a workspace's zip."""
PROGRESS = f"{STATE}{FILE}"


class ForeignZipError(Exception):
    """A zip that is not opened; the message says why."""


def note_event(progress: str, event: str, result: ExerciseResult | None = None) -> str:
    """Return progress after an event, both as JSON.

    Events are `{"hint": 2, "id": …}`, `{"by_hand": "right", "id": …}` and `{}`, which is a check with its `result`.
    """
    noted, given = _read_progress(progress), json.loads(event)

    def change(noted: Progress) -> None:
        if result:
            noted.record_results(result)
        elif "hint" in given:
            noted.record_hint(given["id"], given["hint"])
        else:
            noted.record_by_hand(given["id"], given["by_hand"])
        noted.last = result.id if result else given["id"]

    change_now(noted, change)
    return dump_progress(noted).decode()


def pack_workspace(template: bytes, files: str, progress: str) -> bytes:
    """Return the zip of a workspace: a new one's (`template`), with the learner's files by id and their progress."""
    packed = _read_zip(template)
    packed |= {f"{EXERCISES}{exercise_id}.py": text.encode() for exercise_id, text in json.loads(files).items()}
    return stored_zip(packed | {PROGRESS: dump_progress(_read_progress(progress))})


def open_workspace(template: bytes, data: bytes) -> str:
    """Return the files and the progress of a workspace's zip as JSON, or an `error`; files that are still a stub are left out."""
    try:
        return json.dumps(_read_workspace(template, data))
    except ForeignZipError as error:
        return json.dumps({"error": str(error)})


def _read_workspace(template: bytes, data: bytes) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise ForeignZipError(f"This file is larger than {MAX_BYTES >> 20} MB; a workspace has far less.")
    stubs = _read_zip(template)
    try:
        found = list(filter(_is_work, members(io.BytesIO(data), lambda _: MAX_BYTES)))
    except ArchiveError as error:
        raise ForeignZipError(f"This file {error}.") from error
    top = next((file.name.removesuffix(end) for file in found for end in stubs if _ends_with(file.name, end)), "")
    work = {file.name.removeprefix(top): _read_text(file) for file in found}
    if RECORD in work and _course_of(work[RECORD]) != _course_of(stubs[RECORD].decode()):
        raise ForeignZipError(f"This zip is of another course, {line(_course_of(work[RECORD]))!r}.")
    foreign = next((name for name in work if name not in stubs and not name.startswith(STATE)), None)
    if foreign is not None:
        raise ForeignZipError(f"{line(foreign)!r} in this zip is no exercise of this course; take it out.")
    ours = {name: text for name, text in work.items() if name.startswith(EXERCISES)}
    if not ours:
        raise ForeignZipError("This zip has no exercise of this course.")
    files = {
        name.removeprefix(EXERCISES).removesuffix(".py"): text
        for name, text in ours.items()
        if text.encode() != stubs[name]
    }
    try:
        noted = parse_progress(work.get(PROGRESS) or '{"exercises": {}}')
    except DAMAGE as error:
        raise ForeignZipError(f"{PROGRESS!r} in this zip is damaged.") from error
    return {"files": files, "progress": json.loads(dump_progress(noted))}


def _read_progress(text: str) -> Progress:
    return parse_progress(json.dumps({"exercises": {}, **json.loads(text)}))


def _read_zip(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _ends_with(name: str, end: str) -> bool:
    return end.startswith(EXERCISES) and f"/{name}".endswith(f"/{end}")


def _is_work(file: Member) -> bool:
    """Return whether a file is not one that editors, systems and Python leave in every folder."""
    path = PurePosixPath(file.name)
    if path.is_absolute() or ".." in path.parts or ":" in file.name:
        raise ForeignZipError(f"{line(file.name)!r} in this zip leads out of its folder.")
    kept = path.parent.name == STATE.rstrip("/") and path.name in (FILE, RECORD.removeprefix(STATE))
    return kept or not any(part.startswith((".", "__")) for part in path.parts)


def _read_text(file: Member) -> str:
    if not isinstance(file.content, bytes):
        raise ForeignZipError(f"{line(file.name)!r} in this zip {file.content}.")
    try:
        return file.content.decode()
    except UnicodeDecodeError as error:
        raise ForeignZipError(f"{line(file.name)!r} in this zip is no text in UTF-8.") from error


def _course_of(record: str) -> str:
    try:
        return str(json.loads(record)["course"])
    except (ValueError, LookupError, TypeError):
        return ""
