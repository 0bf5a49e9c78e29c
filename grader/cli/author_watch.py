"""`learn author watch`: after each save, prove what it touches, and show it in a browser as learners see it."""

import importlib
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.context import open_course
from grader.cli.options import course_around_option
from grader.cli.terminal import counted
from grader.core.errors import CourseError
from grader.core.escape import line
from grader.course import MODULES, find
from grader.course.course import Course
from grader.learner.course import note_named

if TYPE_CHECKING:
    from grader.authoring.site.preview import Preview

PARTS = ("exercises", "solutions", "flashcards", "tests/submissions")
SUFFIXES = (".yaml", ".py", ".md", ".json", ".npz")
LOOK_SECONDS = 0.25


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of the preview.  [default: a free one]")
@course_around_option
def watch(port: int, course_folder: Path | None) -> None:
    """Prove after each save the part of the course that was changed, until Ctrl-C.

    Prints the problems, each with file, line and column, and an address for your browser, at which
    the task, page, cards, quiz or sheet that you save is shown as learners see it, with the problems
    beside it. It reloads by itself, and only this machine can open it. From then on the commands for
    learners work in the course's folder without --course.
    """
    from grader.authoring.site.preview import Preview
    from grader.authoring.touched import prove
    from grader.sandbox.examine import open_launcher

    folder = own_folder(course_folder)
    note_named(find(folder))
    preview = Preview(lambda: open_course(folder), port)
    with closing(preview), closing(open_launcher()) as launcher:
        preview.tell(is_proving=False)
        for changed in saves(folder, preview):
            started = time.monotonic()
            preview.begin(_page_of(open_course(folder), changed))
            with preview.lock:
                report = prove(open_course(folder), launcher, changed)
            problems = report.distinct
            preview.tell(problems=problems, is_proving=False)
            for problem in problems:
                click.echo(line(problem))
            names = ", ".join(sorted(path.name for path in changed))
            count = counted(len(problems) or "no", "problem")
            click.echo(f"{line(names)}: {count} ({time.monotonic() - started:.1f} s)")


Signatures = dict[Path, tuple[int, int]]


def _signatures(folder: Path) -> Signatures:
    """Return the time and size of each file of a course."""
    signatures = {}
    for path in (path for part in PARTS for path in (folder / part).rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            status = path.stat()
            signatures[path] = (status.st_mtime_ns, status.st_size)
    return signatures


def own_folder(course_folder: Path | None) -> Path:
    """Return the folder of the course around the current one; refuse if there is none."""
    if course_folder is None:
        raise CourseError(
            "there is no course around this folder; go into one, or make one with `learn author course FOLDER`"
        )
    return course_folder


def saves(folder: Path, preview: "Preview") -> Iterator[list[Path]]:
    """Say where the preview is; yield the files of each save, with the solutions ready to be loaded anew."""
    sys.dont_write_bytecode = True  # a file that is saved twice in a second would be taken for the first
    seen = _signatures(folder)
    click.echo(f"Preview: {preview.address}\nWaiting for a save; Ctrl-C ends this.")
    while True:
        changed, seen = _wait(folder, seen)
        with preview.lock:
            _forget_solutions()
        yield changed


def _wait(folder: Path, seen: Signatures) -> tuple[list[Path], Signatures]:
    """Wait until files have changed, and look the same twice; return them, and how all look now."""
    last = seen
    while True:
        time.sleep(LOOK_SECONDS)
        now = _signatures(folder)
        if now == last and now != seen:
            return [path for path in {**seen, **now} if seen.get(path) != now.get(path)], now
        last = now


def _page_of(course: Course, changed: Iterable[Path]) -> str | None:
    """Return the page of the site that shows a changed file; None if there is none, or if course.yaml cannot be read."""
    from grader.authoring.site.page import path_of
    from grader.core.errors import UserError
    from grader.files.strict_yaml import YamlError

    root = course.content.exercises.parent
    for path in changed:
        folder, stem = path.relative_to(root).parent, path.stem
        for suffix in ("_mistakes", "_checks", "_mutants"):
            stem = stem.removesuffix(suffix)
        try:
            if (found := f"{folder.name}/{stem}") in course.exercise_ids:
                return path_of(course, f"exercise:{found}")
            if path.suffix == ".md":
                return path_of(course, f"page:{folder.name if stem == 'lesson' else stem}")
        except (UserError, YamlError):
            return None
        pages = {"quiz": "quizzes/", "decks": "cards/", "worksheets": "print/"}
        if path.suffix == ".yaml" and folder.name in pages:
            return f"{pages[folder.name]}{stem}.html"
        if path.name == "terms.yaml":
            return "glossary.html"
    return None


def _forget_solutions() -> None:
    """Have the files of `solutions/` loaded anew when they are used next, with what was changed in them."""
    for name in [name for name in sys.modules if name.startswith(MODULES) and "." in name]:
        del sys.modules[name]
    importlib.invalidate_caches()
