"""The options of `learn grade`, and the assignment that they and its file make."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from grader.classes.assignment import ClassAssignment, is_assignment_file, load_assignment
from grader.cli import exports, options
from grader.cli.declare import argument, option, shared
from grader.course.course import Course
from grader.course.names import find_exercises
from grader.reports import class_formats, result_formats

KEYS = {
    "exercises": "--exercise",
    "roster": "--roster",
    "deadlines": "--deadlines",
    "submitted": "--submitted",
    "seed": "--seed",
    "points": "--points",
    "results": "--out",
    "exports": "--export",
    "gradebook": "--gradebook",
    "column": "--column",
}
"""The keys of an assignment, each with the option that says the same."""


class HandIn(click.Path):
    """A path that exists, or a broken link: the shell's `class/*` names it, and it costs only itself."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(value) if os.path.islink(value) else super().convert(value, param, ctx)


def _course_of_teacher(ctx: click.Context) -> Path | None:
    """Return the course of the workspace around the current folder, unless it is a hand-in."""
    from grader.learner.course import workspace_course

    return workspace_course(Path.cwd(), ctx.params.get("paths") or ())  # arguments are read before options not given


@dataclass(frozen=True)
class GradeOptions:
    """The arguments and options of `learn grade`."""

    paths: tuple[Path, ...] = argument(
        metavar="PATH...", nargs=-1, required=True, type=HandIn(path_type=Path, exists=True, readable=False)
    )
    out: Path | None = option(type=options.NEW_FOLDER, help="Folder for a class's results.")
    roster: Path | None = option(
        type=options.FILE,
        help="List of students: CSV with the column id (optional: name, email, username), or a platform's own export.",
    )
    deadlines: Path | None = option(
        type=options.FILE, help="CSV: student (* for all) and due, such as 2026-11-20T23:59:00+01:00."
    )
    submitted: Path | None = option(
        type=options.FILE, help="CSV: student and submitted, for times that git and zip files lack."
    )
    exercises: tuple[str, ...] = option(
        "--exercise", multiple=True, help="Grade only this exercise, or all of this unit; repeatable."
    )
    seed: int | None = option(
        type=options.SEED,
        help="Seed of the random inputs; results record it.  [default: a random one each time; for a class, one per --out "
        "folder]",
    )
    format_name: str = shared(exports.format_option("json"))
    exports: exports.Exports = shared(
        exports.export_option(
            lambda: [*result_formats(), *class_formats()],
            ": for one submission in a format of --format, for a class canvas, csv, moodle",
        )
    )
    gradebook: Path | None = option(
        type=options.FILE,
        help="File to fill in: Canvas's gradebook for --export canvas=FILE, or Moodle's grading worksheet for moodle=FILE.",
    )
    column: str | None = option(help="ClassAssignment in Canvas's gradebook: its title or number.")
    points: int | None = option(
        type=click.IntRange(1, 1_000_000),
        metavar="NUMBER",
        help="Scale exported grades to this maximum: the points of the assignment on the platform.",
    )
    jobs: int = option(type=click.IntRange(0, 1024), default=0, help="Submissions graded in parallel; 0: one per CPU.")
    scheduler: str | None = option(metavar="ADDRESS", help="Grade on the dask cluster with its scheduler at ADDRESS.")
    confine_name: str = shared(options.confine_option("strict"))
    course_folder: Path | None = shared(options.course_option_for(_course_of_teacher))


def read_assignment(ctx: click.Context, chosen: GradeOptions, course: Course) -> ClassAssignment:
    """Return the assignment of the command line: its options, or a file and the options that this does not set."""
    ids = [exercise_id for name in chosen.exercises for exercise_id in find_exercises(course, name)]
    typed: dict[str, Any] = {
        "exercises": tuple(dict.fromkeys(ids)),
        "roster": chosen.roster,
        "deadlines": chosen.deadlines,
        "submitted": chosen.submitted,
        "seed": chosen.seed,
        "points": chosen.points,
        "results": chosen.out,
        "exports": chosen.exports,
        "gradebook": chosen.gradebook,
        "column": chosen.column,
    }
    typed = {key: value for key, value in typed.items() if value not in (None, ())}
    file = next(filter(is_assignment_file, chosen.paths), None)
    if file is None:
        assignment = ClassAssignment(chosen.paths, **typed)
    elif len(chosen.paths) > 1:
        raise click.UsageError(f"{file} says which submissions it is about; give it alone")
    else:
        assignment = load_assignment(file, course, class_formats())
        twice = [key for key in typed if getattr(assignment, key) not in (None, ())]
        if twice:
            raise click.UsageError(f"{file} sets `{twice[0]}`; leave out {KEYS[twice[0]]}, or the key")
        assignment = replace(assignment, **typed)
    check_assignment(ctx, chosen, assignment)
    return assignment


def check_assignment(ctx: click.Context, chosen: GradeOptions, assignment: ClassAssignment) -> None:
    """Refuse settings that are for the other of one submission and a class, or that contradict one another."""
    if assignment.results is None:
        for_classes = ("roster", "deadlines", "submitted", "points", "gradebook", "column")
        given = [KEYS[key] for key in for_classes if getattr(assignment, key) is not None]
        given += ["--scheduler"] if chosen.scheduler is not None else []
        given += [f"--export {name}" for name, _ in assignment.exports if name in class_formats()]
        if given:
            raise click.UsageError(f"{given[0]} is for a class; say with --out where its results go")
        exports.check_exports(assignment.exports)
        return
    if ctx.get_parameter_source("format_name") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--format is for one submission; a class has a table, and --export writes others")
    if chosen.scheduler is not None and not re.fullmatch(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}", chosen.scheduler):
        raise click.UsageError(f"{chosen.scheduler!r} is no address of a scheduler; write it like tcp://10.0.0.1:8786")
    if chosen.scheduler is not None and chosen.jobs:
        raise click.UsageError("--jobs is for this machine; a cluster does as much at once as its workers have threads")
    if assignment.points and not assignment.exports:
        raise click.UsageError("--points scales what --export writes; name a format and a file with it")
    if (assignment.gradebook or assignment.column) and not assignment.exports:
        given_one = "--gradebook" if assignment.gradebook else "--column"
        raise click.UsageError(f"{given_one} is for --export canvas=FILE or moodle=FILE; name the file to write")
    exports.check_class_exports(assignment.exports, assignment.gradebook, assignment.column)
    _keep_inputs(assignment)


def _keep_inputs(assignment: ClassAssignment) -> None:
    """Refuse to write an export over a file that is read, but for a gradebook, which is filled in."""
    for format_name, path in assignment.exports:
        for key in ("roster", "deadlines", "submitted", "gradebook"):
            source = getattr(assignment, key)
            is_filled = key == "gradebook" and format_name == exports.CANVAS
            if source and path.exists() and path.samefile(source) and not is_filled:
                raise click.UsageError(
                    f"--export {format_name}={path} would replace the file of {KEYS[key]}; give it another name"
                )
