"""A course folder: where it is, its table of contents, its exercises and their trusted Python files.

What reads a course's files raises YamlError, with all problems of a file that is not valid, and SolutionError for a file of
`solutions/` that cannot be loaded.
"""

import os
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import CourseError
from grader.files.regular_file import read_or_none

REST = "**The rest.**"
"""Begins the second part of a long task."""
LOAD = "cannot be loaded: {}; correct the file"
"""The message on a file of `solutions/` whose import raises."""
MAX_BYTES = 1 << 20
"""The most bytes of a file of a course that is read before anybody has said that the course is trusted."""
MODULES = "_solutions_"
"""Begins the names of the modules of a course's `solutions/`, under which they are imported."""


class Content(NamedTuple):
    """The two mirrored folders of a course."""

    exercises: Path
    solutions: Path

    @property
    def front(self) -> Path:
        """The folder of the pictures for the start page of the course's site, `docs/front`; it need not be there."""
        return self.exercises.parent / "docs" / "front"

    def read_table(self) -> str:
        """Return the text of course.yaml, as much as is there of it."""
        content = read_or_none(self.exercises / "course.yaml", MAX_BYTES, may_be_link=True) or b""
        return content.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def errata(self) -> Path | None:
        """The course's page of errata, `errata.md` in its `docs/`; None if it has none."""
        return next(iter(sorted((self.exercises.parent / "docs").rglob("errata.md"))), None)


def fault_place(error: BaseException) -> tuple[str, str]:
    """Return `path:line:column` of the course's code that an exception comes from, and the function; empty if from none."""
    # Only errors need it, and `learn --help` imports this module.
    import traceback

    if isinstance(error, SyntaxError) and os.path.isfile(error.filename or ""):
        return f"{shown_path(Path(error.filename or ''))}:{error.lineno or 1}:{error.offset or 1}", ""
    walked = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    # The last one in the course: below it there may be frames of what it calls.
    for frame, at in reversed(list(zip(walked, traceback.extract_tb(error.__traceback__), strict=True))):
        if frame.f_globals.get("__name__", "").startswith(MODULES):
            if place := frame.f_globals.get("__place__"):  # code that is made of a YAML file
                return place, at.name
            return f"{shown_path(Path(at.filename))}:{at.lineno}:{(at.colno or 0) + 1}", at.name
    return "", ""


def author_fault(error: BaseException) -> str:
    """Return the problem of an exception that the code of a course has raised, at its line; empty if none of its has."""
    where, function = fault_place(error)
    what = f"{type(error).__name__}{f': {error}' if str(error) else ''}"
    return where and f"{where}: {f'`{function}` raises {what}; correct it' if function else LOAD.format(what)}"


def shown_path(path: Path) -> str:
    """Return a path as people would type it: relative to the current folder if that is shorter."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive of Windows
        return str(path)
    return relative if len(relative) < len(str(path)) else str(path)


def find(course: Path | None = None) -> Content:
    """Return the course in folder `course`, its links and `..` resolved, or the one installed with this package.

    Raises:
        CourseError: there is no `exercises/course.yaml` in that folder.
    """
    package = Path(__file__).resolve().parent.parent
    roots = [course.resolve()] if course else [package / "_shipped", package.parent]
    for root in roots:
        if (root / "exercises" / "course.yaml").is_file():
            return Content(root / "exercises", root / "solutions")
    if course:
        advice = "give the folder that holds exercises/ and solutions/"
        raise CourseError(f"{course}: no exercises/course.yaml there; {advice}")
    raise CourseError("this installation has lost its course; install token-by-token again")
