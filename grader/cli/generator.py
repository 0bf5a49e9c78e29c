"""Open or run a course's system with the learner's functions in it, for the commands that take --mine and --model."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grader.cli import options
from grader.cli.context import open_course, open_workspace, progress_in
from grader.cli.declare import argument, shared
from grader.cli.terminal import counted
from grader.core.escape import lines
from grader.course import find
from grader.course.course import Course, Solutions
from grader.lab.generate import source
from grader.learner.folder import Workspace
from grader.learner.position import passed_exercises
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher

if TYPE_CHECKING:
    from grader.lab.generate.confined import OwnSystem
    from grader.lab.generate.events import Event
    from grader.lab.models.store import InstalledModel


def installed_model(name: str | None) -> "InstalledModel | None":
    """Return the real model that --model names."""
    if name is None:
        return None
    from grader.lab.models.store import find_model, models_folder

    return find_model(models_folder(), name)


def real_models(installed: "InstalledModel | None", prompts: str = "texts") -> Any:
    """Open a real model; None if there is none, and the course's own is to be used."""
    if installed is None:
        return None
    from grader.lab.models.for_generator import open_models

    return open_models(str(installed.folder), prompts=prompts)


@contextlib.contextmanager
def own_launcher(course_folder: Path | None, installed: "InstalledModel | None") -> Iterator[Launcher]:
    """Yield what starts processes that may read the course's solutions, and a real model; before exercises are loaded."""
    readable = [str(find(course_folder).solutions.resolve())]
    if installed:
        from grader.lab.models.for_generator import package_folders

        readable += [str(installed.folder.resolve()), *package_folders()]
    with contextlib.closing(open_launcher(is_quick=True, readable=readable)) as launcher:
        yield launcher


class OwnParts(NamedTuple):
    """A learner's workspace, and the exercises that have passed in it."""

    course: Course
    workspace: Workspace
    passed: list[str]

    def system(
        self, installed: "InstalledModel | None", prompts: str = "texts", module: str = "generator"
    ) -> "OwnSystem":
        """Return the system that a module of the course drives; `prompts` says how a real model reads them."""
        from grader.lab.generate.confined import OwnSystem

        if installed is None:
            return OwnSystem(self.course, self.workspace.submission, self.passed, module=module)
        from grader.lab.models.for_generator import extras

        needed = extras(installed, prompts=prompts, yours=self.passed)
        return OwnSystem(self.course, self.workspace.submission, self.passed, needed, module=module)


def own_parts(folder: Path, course_folder: Path | None) -> OwnParts:
    """Open the learner's workspace."""
    course = open_course(course_folder)
    workspace = open_workspace(folder, course)
    return OwnParts(course, workspace, passed_exercises(course, progress_in(workspace)))


def show_printed(text: str) -> None:
    """Print what the learner's functions have printed, apart from what the command prints."""
    if text:
        click.echo("\n".join(["Your functions printed:", *lines(text.rstrip("\n"))]), err=True)


# --- a reader's events, for `learn tokenize` and `learn score` ---------------------------------

READER = "reader"
"""The module of `solutions/` to run; docs/learning/tokenize-and-score.md lists what it has to define."""
Events = list["Event"]


@dataclass(frozen=True)
class ReaderOptions:
    """The arguments and options of `learn score`, which `learn tokenize` has as well."""

    text: str = argument()
    mine: bool = shared(options.mine_option)
    format_name: str = shared(options.text_or_json_option_for("Output format."))
    model_name: str | None = shared(options.model_option)
    folder: Path = shared(options.workspace_option)
    course_folder: Path | None = shared(options.course_option)


def training_text(file: Path, most: int) -> str:
    """Return the text of a file to learn from, which has `most` characters at most."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read as UTF-8 text; give another file") from error
    if not text.strip() or len(text) > most:
        raise click.UsageError(
            f"{file} has {counted(f'{len(text):,}', 'character')}; 1 to {most:,} can be learned from"
        )
    return text


def read(chosen: ReaderOptions, *requests: dict[str, Any]) -> list[Events]:
    """Return the events of a course's reader for each request."""
    installed = installed_model(chosen.model_name)
    launched = own_launcher(chosen.course_folder, installed) if chosen.mine else contextlib.nullcontext()
    with launched as launcher:
        reader = source.find(Solutions(find(chosen.course_folder)), READER)
        models = real_models(installed)
        for request in requests:
            if problem := reader.problem(request, models):
                raise click.UsageError(problem)
        if launcher is None:
            return [_collected(reader, request, models) for request in requests]
        system = own_parts(chosen.folder, chosen.course_folder).system(installed, module=READER)
        try:
            events = [list(system.events(request, launcher)) for request in requests]
            names = ", ".join(exercise_id.rpartition("/")[2] for exercise_id in system.used)
            click.echo(f"Yours: {names or 'nothing; `learn check` notes what has passed'}.", err=True)
            return events
        finally:
            show_printed(system.printed)


def _collected(reader: Any, request: dict[str, Any], models: Any) -> Events:
    events: Events = []
    reader.run(request, events.append, models=models)
    return events
