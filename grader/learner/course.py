"""Find the course of the workspace around a folder, so that no command in it needs --course.

A workspace notes where its course is. That note may have come from others, with a clone or a hand-in, and a course is
code that runs with the user's rights. So the place counts only if the user has named it before, in `learn init`,
`learn update` or `learn author course`.
"""

import json
import os
import shlex
from collections.abc import Iterable
from pathlib import Path

from grader.core.errors import CourseError
from grader.course import Content, find, shown_path
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache, default_cache
from grader.course.source import find_folder, source_of
from grader.files import state_file
from grader.learner import record

VARIABLE = "LEARN_COURSE"


def open_course(folder: Path | None = None) -> Course:
    """Open the course in a folder, or the installed one, with the cache of parsed exercises."""
    return Course(find(folder), ParsedCache(default_cache()))


def chosen_course(start: Path) -> Path | None:
    """Return the folder of the course that the environment names, or the workspace around a folder is of.

    None stands for the course of this package.

    Raises:
        CourseError: the course is elsewhere now, or nobody has named its place on this machine.
    """
    if text := os.environ.get(VARIABLE):
        return find_folder(text)
    return workspace_course(start)


def workspace_course(start: Path, hand_ins: Iterable[Path] = ()) -> Path | None:
    """Return the folder of the course of the workspace around a folder; None for the course of this package.

    Notes and courses in hand-ins do not count: in a class's folder, a hand-in may be called `exercises`.

    Raises:
        CourseError: as `chosen_course`.
    """
    others = {Path(name) for path in hand_ins for name in (os.path.abspath(path), os.path.realpath(path))}
    for folder in (start, *start.parents):
        markers = {
            folder / ".learn" / record.MARKER: _noted_course,
            folder / "exercises/course.yaml": _surrounding_course,
        }
        for marker, find_course in markers.items():
            if marker.is_file() and others.isdisjoint(marker.parents):
                return find_course(folder)
    return None


def course_around(start: Path) -> Path | None:
    """Return the innermost folder with a course around a folder; None if there is none."""
    return next(
        (folder for folder in (start, *start.parents) if (folder / "exercises" / "course.yaml").is_file()), None
    )


def _noted_course(workspace: Path) -> Path | None:
    noted = record.load(workspace / ".learn")
    if noted.course in ("", open_course().id) and not noted.source:
        return None
    whose = f"the course of this workspace, {noted.course!r},"
    advice = "type `learn update --course FOLDER` with the folder it is in"
    if not os.path.isabs(noted.source):
        raise CourseError(f"{whose} is not installed; {advice}")
    if noted.source not in _named():
        raise CourseError(
            f"{whose} is at {noted.source}, which you have not named yet, and a course is code that runs as you; "
            f"if you trust it, type `learn update --course {shlex.quote(noted.source)}`"
        )
    if not find_or_none(Path(noted.source)):
        raise CourseError(f"{whose} is not at {noted.source} any more; {advice}")
    return Path(noted.source)


def _surrounding_course(folder: Path) -> Path | None:
    """Return None in a clone of this package's course, and any other one only if the user has named its folder."""
    own = open_course(folder)
    if source_of(own.content) in _named():
        return folder
    if own.content == find() or own.id == open_course().id:
        return None
    where = shown_path(folder)
    raise CourseError(
        f"{folder} holds the course {own.id!r} itself; add --course {where}, or work in a folder that "
        f"`learn init --course {where} FOLDER` makes"
    )


def find_or_none(folder: Path) -> Content | None:
    """Return the course in a folder; None if there is none."""
    try:
        return find(folder)
    except CourseError:
        return None


# --- the places that the user has named -----------------------------------------------------------


def record_named(content: Content) -> None:
    """Remember that the user has named the place of a course; without it, workspaces ask for the place again."""
    source = source_of(content)
    if source and source not in _named():
        state_file.save(_list(), json.dumps([*_named(), source], indent=1).encode() + b"\n", is_copied=False)


def _named() -> list[str]:
    named: list[str] = state_file.load(_list(), _parse_named, list)
    return named


def _parse_named(text: str) -> list[str]:
    return [source for source in json.loads(text) if isinstance(source, str)]


def _list() -> Path:
    return default_cache().resolve() / "named-courses.json"
