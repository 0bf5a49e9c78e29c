"""Record in a workspace which exercises it was given, in which version: `.learn/workspace.json`."""

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from grader.course.course import Course
from grader.course.fingerprint import Fingerprint, content_hash, fingerprint
from grader.course.source import source_of
from grader.files import state_file

MARKER = "workspace.json"


class Record(NamedTuple):
    """The course of a workspace as it was when the workspace was made or updated last."""

    course: str = ""
    version: int = 0
    content: str = ""
    """A hash over all exercises."""
    exercises: Mapping[str, Fingerprint] = {}
    source: str = ""
    """The folder of the course; empty for the course of this package."""


def make_record(course: Course, given: Collection[str]) -> Record:
    """Return the record of a workspace with the stubs of the exercises `given`."""
    prints = {exercise_id: fingerprint(course, exercise_id) for exercise_id in course.exercise_ids}
    exercises = {
        exercise_id: found if exercise_id in given else found._replace(stub="") for exercise_id, found in prints.items()
    }
    return Record(course.id, course.version, content_hash(course), exercises, source_of(course.content))


def dump_record(record: Record) -> bytes:
    """Return a record as the file has it."""
    exercises = {exercise_id: found._asdict() for exercise_id, found in record.exercises.items()}
    return json.dumps({**record._asdict(), "exercises": exercises}, indent=1).encode() + b"\n"


def load(state: Path) -> Record:
    """Return the record in a workspace's state folder; an empty one if it has none. A damaged one is moved aside."""
    was_there = os.path.lexists(state / MARKER)
    noted = state_file.load(state / MARKER, _parse, Record)
    if was_there and not os.path.lexists(
        state / MARKER
    ):  # it was damaged, and a folder without the file is no workspace
        state_file.save(state / MARKER, dump_record(noted), is_copied=False)
    return noted


def _parse(text: str) -> Record:
    data = json.loads(text)
    exercises = {
        str(name): Fingerprint(str(found["stub"]), dict(found["parts"]), dict(found["checks"]))
        for name, found in data.get("exercises", {}).items()
    }
    place = str(data.get("content", "")), exercises, str(data.get("source", ""))
    return Record(str(data.get("course", "")), int(data.get("version", 0)), *place)


def is_update_due(state: Path, course: Course) -> bool:
    """True if the course has changed since the workspace was made or updated last, and `learn update` is due."""
    record = load(state)
    # Otherwise there is no record, or another course for once, by --course.
    return record.course == course.id and record.content != content_hash(course)


def find_notice(state: Path, course: Course) -> str:
    """Return a sentence on what the learner should do about the workspace as a whole; "" if there is nothing."""
    if is_update_due(state, course):
        return "The course has changed: `learn update` adds what is new and keeps your files."
    if _is_lost(state):
        return "Your progress is not here: `learn check --all` notes again what passes."
    return ""


def _is_lost(state: Path) -> bool:
    """True if a workspace has no record; a clone of a course needs none."""
    return not os.path.lexists(state / MARKER) and not (state.parent / "exercises" / "course.yaml").is_file()


def restore_record(state: Path, course: Course) -> None:
    """Write the record if a workspace has lost it, or never had it."""
    if _is_lost(state):
        state_file.save(state / MARKER, dump_record(make_record(course, course.exercise_ids)), is_copied=False)
