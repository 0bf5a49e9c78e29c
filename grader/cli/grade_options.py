"""The options of `learn grade`, and which of them contradict one another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import exports, options
from grader.cli.declare import argument, flag, option, shared
from grader.cli.options import check_page_suffix, check_path
from grader.reports import result_formats

if TYPE_CHECKING:
    from grader.files.html_page import Paper

IsBelow = Callable[[int, int], bool]
"""Takes a score and the maximum; True if the score is too low."""


def is_below(ctx: click.Context, option: click.Parameter, value: str | None) -> IsBelow | None:
    """Parse --fail-under, `30` points or `75%`; return the function that compares a score with it."""
    if value is None:
        return None
    try:
        number = float(value.strip().removesuffix("%"))
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise click.BadParameter(f"{value!r} is neither a number of points nor a share; write 30 or 75%")
    if value.strip().endswith("%"):
        return lambda score, most: 100 * score < number * most or (not most and number > 0)
    return lambda score, most: score < number


@dataclass(frozen=True)
class GradeOptions:
    """The arguments and options of `learn grade`."""

    paths: tuple[Path, ...] = argument(
        metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True)
    )
    format_name: str = shared(exports.format_option("json"))
    exports: exports.Exports = shared(exports.export_option(lambda: [*result_formats(), *exports.of_a_class()]))
    gradebook: Path | None = option(
        type=options.FILE,
        help="File to fill in: Canvas's gradebook for --export canvas=FILE, or Moodle's grading worksheet for moodle=FILE.",
    )
    column: str | None = option(help="Assignment in Canvas's gradebook: its title or number.")
    points: int | None = option(
        type=click.IntRange(1, 1_000_000),
        metavar="NUMBER",
        help="Scale exported grades to this maximum: the points of the assignment on the platform.",
    )
    student: str | None = option(help="Student id to write into the result.")
    seed: int | None = option(
        type=options.SEED,
        help="Seed of the random inputs; results record it.  [default: a random one each time; for a class, one per --out "
        "folder]",
    )
    exercises: tuple[str, ...] = option("--exercise", multiple=True, help="Grade only this exercise; repeatable.")
    fail_under: IsBelow | None = option(
        metavar="POINTS|N%", callback=is_below, help="Exit code 1 if a score is below this."
    )
    out: Path | None = option(type=options.NEW_FOLDER, help="Output folder for a class's results.")
    roster: Path | None = option(
        type=options.FILE,
        help="List of students: a CSV file with the column id (optional: name, email, username, section, group), or "
        "a platform's own export.",
    )
    deadlines: Path | None = option(
        type=options.FILE, help="CSV: student (* for all) and due, such as 2026-11-20T23:59:00+01:00."
    )
    submitted: Path | None = option(
        type=options.FILE,
        help="CSV: student and submitted, for times that git and zip files lack; with a column commit, a line for each push.",
    )
    is_at_deadline: bool = flag(
        "--at-deadline",
        help="Of a clone, grade the last commit that was pushed before the deadline, by the column commit of --submitted; "
        "what the clone as it is would get is said beside it.",
    )
    trusts_commit_dates: bool = flag(
        "--trust-commit-dates",
        help="With --at-deadline and without --submitted: go by the dates of the commits, which students can set.",
    )
    commit: str | None = option(metavar="ID", help="Of one clone, grade this commit instead of the folder as it is.")
    jobs: int = option(type=click.IntRange(0, 1024), default=0, help="Submissions graded in parallel; 0: one per CPU.")
    worksheet_seed: str | None = option(
        metavar="TEXT",
        envvar="LEARN_WORKSHEET_SEED",
        help="Also mark worksheets; TEXT is the --seed of `learn print worksheet`.",
    )
    worksheets: tuple[Path, ...] = option(
        "--worksheet",
        type=click.Path(path_type=Path, exists=True),
        multiple=True,
        help="Also mark this worksheet, such as an exam, with --worksheet-seed; repeatable. A folder `questions` of results: "
        "also mark the answers to its sheets.",
    )
    questions: Path | None = option(
        metavar="FILE",
        type=options.NEW_FILE,
        help="Also write a sheet of three questions for each student, on functions of theirs that pass, as a page or a PDF; "
        "beside it the key and the form for answers.",
    )
    questions_seed: str | None = option(
        metavar="TEXT",
        envvar="LEARN_QUESTIONS_SEED",
        help="Seed of these questions; keep it secret. The same text prints the same sheets again.",
    )
    paper: Paper = shared(options.paper_option)
    scheduler: str | None = option(metavar="ADDRESS", help="Grade on the dask cluster with its scheduler at ADDRESS.")
    tls_ca: Path | None = option(type=options.FILE, help="Certificate authority of the cluster.")
    tls_cert: Path | None = option(type=options.FILE, help="Your certificate for the cluster.")
    tls_key: Path | None = option(type=options.FILE, help="Private key of your certificate.")
    confine_name: str = shared(options.confine_option("strict"))
    course_folder: Path | None = shared(options.course_option)

    @property
    def worksheet_files(self) -> tuple[Path, ...]:
        """Return the worksheets outside the course to mark."""
        return tuple(path for path in self.worksheets if not path.is_dir())

    @property
    def question_folder(self) -> Path | None:
        """Return the folder of the sheets of questions to mark."""
        return next((path for path in self.worksheets if path.is_dir()), None)


def reject_conflicts(chosen: GradeOptions) -> None:
    """Refuse options that are for one submission, or contradict one another."""
    if chosen.student is not None:
        raise click.UsageError("--student is for one submission; a class has its ids from --roster or from the names")
    address, certificates = chosen.scheduler or "", (chosen.tls_ca, chosen.tls_cert, chosen.tls_key)
    if chosen.scheduler is not None and not re.fullmatch(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}", address):
        raise click.UsageError(f"{address!r} is no address of a scheduler; write it like tcp://10.0.0.1:8786")
    if address and chosen.jobs:
        raise click.UsageError("--jobs is for this machine; a cluster does as much at once as its workers have threads")
    if len({address.startswith("tls://"), *(file is not None for file in certificates)}) > 1:
        raise click.UsageError(
            "--tls-ca, --tls-cert and --tls-key belong together and to a --scheduler at tls://HOST:PORT, which needs them"
        )
    _check_deadline(chosen)
    if chosen.points and not chosen.exports:
        raise click.UsageError("--points scales what --export writes; name a format and a file with it")
    for_exports = {"--gradebook": chosen.gradebook, "--column": chosen.column}
    if given := [name for name, value in for_exports.items() if value and not chosen.exports]:
        raise click.UsageError(f"{given[0]} is for --export canvas=FILE or moodle=FILE; name the file to write")
    exports.check_class_exports(chosen.exports, chosen.gradebook, chosen.column)
    check_questions(chosen)
    _keep_inputs(chosen)


def _check_deadline(chosen: GradeOptions) -> None:
    """Refuse --at-deadline without a deadline, and without one source of when a commit came."""
    if chosen.commit is not None:
        raise click.UsageError("--commit is for one submission; for a class there is --at-deadline")
    if chosen.is_at_deadline and not chosen.deadlines:
        raise click.UsageError("--at-deadline needs --deadlines, the file that says when the work was due")
    if chosen.is_at_deadline and bool(chosen.submitted) == chosen.trusts_commit_dates:
        raise click.UsageError(
            "--at-deadline needs either --submitted with a column `commit`, the platform's table of pushes, or "
            "--trust-commit-dates; students can set the dates of their commits"
        )
    if chosen.trusts_commit_dates and not chosen.is_at_deadline:
        raise click.UsageError("--trust-commit-dates is for --at-deadline")


def _keep_inputs(chosen: GradeOptions) -> None:
    """Refuse to write an export over a file that is read, but for Canvas's gradebook, which is filled in."""
    read = {"--roster": chosen.roster, "--deadlines": chosen.deadlines, "--submitted": chosen.submitted}
    inputs = [
        *read.items(),
        *(("--worksheet", path) for path in chosen.worksheet_files),
        ("--gradebook", chosen.gradebook),
    ]
    for format_name, path in chosen.exports:
        for name, source in inputs:
            is_filled = name == "--gradebook" and format_name in (exports.CANVAS, exports.MOODLE)
            if source and path.exists() and path.samefile(source) and not is_filled:
                raise click.UsageError(
                    f"--export {format_name}={path} would replace the file of {name}; give it another name"
                )


def question_files(path: Path) -> tuple[Path, Path, Path]:
    """Return the files of sheets of questions: the sheets, their keys, and the form for answers."""
    return path, path.with_name(f"{path.stem}-key{path.suffix}"), path.with_name(f"{path.stem}-form.yaml")


def check_questions(chosen: GradeOptions) -> None:
    """Refuse sheets without a seed, or in files that are there; the same sheets may be written again."""
    if chosen.questions is None or chosen.out is None:
        return
    if not chosen.questions_seed:
        raise click.UsageError(
            "without --questions-seed anybody could draw the same questions; give it a text that only you know"
        )
    check_page_suffix(chosen.questions)
    for path in question_files(chosen.questions)[:2]:  # a form that is there may be filled in; it stays
        check_path(path, may_replace=True, option="--questions")
    if chosen.questions.suffix.lower() == ".pdf":
        from flashcards import pdf

        pdf.Renderer()  # raises without the packages that it needs, before anything is graded
