"""`learn init`: make a learner's workspace, or a teacher's starter repository."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from grader.cli.context import chosen_exercises, open_course
from grader.cli.declare import argument, option, shared, takes
from grader.cli.options import NEW_FOLDER, course_option_for, usage_errors
from grader.cli.project import documented, project_url
from grader.cli.terminal import counted, say, tell
from grader.course import shown_path
from grader.course.course import Course
from grader.course.source import source_of
from grader.learner import record
from grader.learner.course import course_around, record_named, workspace_course
from grader.learner.folder import Workspace, create, demands
from grader.learner.position import next_command

PLATFORMS = ("github", "classroom", "classroom50")


def _noted_or_around(ctx: click.Context) -> Path | None:
    """Return the course of a workspace that is made anew; refuse to guess within a course's own folder."""
    folder = Path(ctx.params.get("folder") or Path()).resolve()
    if (folder / ".learn" / "workspace.json").is_file():
        return workspace_course(folder)
    around = course_around(Path.cwd())
    return workspace_course(around) if around else None


@dataclass(frozen=True)
class InitOptions:
    """The arguments and options of `learn init`."""

    folder: Path = argument(type=NEW_FOLDER, default=Path())
    recipe: str | None = option(
        "--ci", type=click.Choice(PLATFORMS), help="For teachers: create a starter repository for a platform."
    )
    exercises: tuple[str, ...] = option(
        "--exercise", metavar="NAME", multiple=True, help="Include only this exercise or unit; repeatable."
    )
    autograder: Path | None = option(
        type=NEW_FOLDER,
        help="With --ci classroom50: folder for the autograder.  [default: FOLDER-autograder]",
    )
    source: str | None = option(
        "--install-from",
        metavar="SOURCE",
        help="With --ci: install this package from git+https://ADDRESS@COMMIT, the https address of an archive, a wheel "
        "(copied into FOLDER), or token-by-token==VERSION.  [default: the source of this installation]",
    )
    has_editor: bool | None = option(
        "--editor/--no-editor",
        default=None,
        help="Write settings for VS Code and other editors, so that imports between exercises resolve.  [default: ask, "
        "at a terminal]",
    )
    course_folder: Path | None = shared(course_option_for(_noted_or_around))


@click.command()
@takes(InitOptions)
def init(chosen: InitOptions) -> None:
    """Create a workspace in FOLDER: the files to fill in.

    README.md is for you, AGENTS.md for coding assistants. Existing files are not changed.

    With --ci, FOLDER becomes a template repository for a teacher to publish: stubs, a README for
    learners, and the workflow that runs `learn check` on the platform after each push. Existing
    files are an error then.
    """
    if chosen.recipe is None:
        given = {"--autograder": chosen.autograder, "--install-from": chosen.source}
        if names := [name for name, value in given.items() if value]:
            raise click.UsageError(f"{names[0]} is for --ci, which names a platform")
    elif chosen.has_editor is not None:
        raise click.UsageError("--editor is for your own workspace; leave it out with --ci")
    course = open_course(chosen.course_folder)
    wanted = set(chosen_exercises(course, chosen.exercises) or course.exercise_ids)
    ids = [exercise_id for exercise_id in course.exercise_ids if exercise_id in wanted]
    if chosen.recipe is None:
        _make_workspace(chosen, course, ids)
    else:
        _make_starter(chosen, chosen.recipe, course, ids)


def _make_workspace(chosen: InitOptions, course: Course, ids: list[str]) -> None:
    folder, has_editor = chosen.folder, chosen.has_editor
    noted = record.load(folder.resolve() / ".learn").course
    if noted not in ("", course.id):
        raise click.UsageError(f"{folder} is a workspace of the course {noted!r}; give another folder")
    record_named(course.content)
    written = create(folder.resolve(), course, ids)
    stubs = [name for name in written if name.endswith(".py")]
    tell(f"{counted(len(stubs), 'file')} to fill in, in {folder / 'exercises'}")
    kept = len(ids) - len(stubs)
    if kept:
        there = "was there already and is as it was" if kept == 1 else "were there already and are as they were"
        tell(f"{kept} of yours {there}")
    if stubs:
        tell("\n".join(demands(course, ids)))
    if has_editor or (has_editor is None and stubs and _is_editor_wanted()):
        _write_editor_files(folder, course)
    command = next_command(course, Workspace(folder.resolve())) if kept else "learn watch"
    if folder == Path():
        tell(f"\nNext: {command}")
    else:
        tell(f"\nNext: cd {shlex.quote(str(folder))} and then {command}")


def _is_editor_wanted() -> bool:
    """Ask at a terminal; elsewhere nobody could answer, and nothing is written unasked."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return click.confirm("Write settings for your editor, so that your files find one another?", default=True)


def _write_editor_files(folder: Path, course: Course) -> None:
    from grader.learner.editor_files import write_editor_files

    written, kept = write_editor_files(folder.resolve(), course)
    if written:
        tell(f"Settings for editors: {', '.join(written)}")
    if kept:
        tell(
            f"{', '.join(kept)} was there already and is as it was; {documented('learning/watch')} says what editors need."
        )


def _make_starter(chosen: InitOptions, recipe: str, course: Course, ids: list[str]) -> None:
    from grader.authoring.starter import install, place
    from grader.authoring.starter.recipe import WITH_AUTOGRADER, Assignment, autograder_files, starter_files

    folder, autograder = chosen.folder, chosen.autograder
    if autograder is not None and recipe != WITH_AUTOGRADER:
        raise click.UsageError(
            f"--autograder is for --ci {WITH_AUTOGRADER}; {recipe} grades with the repository's own files"
        )
    if source_of(course.content):
        raise click.UsageError("--ci is for the course of this package, which requirements.txt installs")
    with usage_errors(install.InstallSourceError):
        source = install.of_this_installation() if chosen.source is None else install.parse(chosen.source)
    assignment = Assignment(course, ids, source)
    plan = {folder: starter_files(recipe, assignment)}
    if recipe == WITH_AUTOGRADER:
        autograder = autograder or Path(shown_path(Path(f"{folder.resolve()}-autograder")))
        if autograder.resolve().is_relative_to(folder.resolve()):
            advice = "give --autograder a folder outside of FOLDER"
            raise click.UsageError(f"learners would get what lies there, too; {advice}")
        plan[autograder] = autograder_files(assignment)
    with usage_errors(place.InTheWayError):
        place.place(plan)
    say(f"{counted(len(ids), 'stub')}, a README for learners and what {recipe} wants, in {folder}")
    if autograder is not None:
        say(f"What grades them is in {autograder}; it does not go to learners.")
    say(f"\nNext: make {folder / 'README.md'} yours, and publish the folder: {project_url('Documentation')}")
