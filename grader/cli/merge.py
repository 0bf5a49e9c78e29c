"""`learn merge`: join the results of shares that were graded apart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli import output_options as exports
from grader.cli.main import PASSED, UNUSABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.classes.matching import Matched
    from grader.classes.merge import Merged

MAX_TOLD = 10
"""So many students without a result are named."""


class Options(NamedTuple):
    """What was asked for on the command line."""

    out: Path
    folders: tuple[Path, ...]
    roster: Path | None
    exports: tuple[tuple[str, Path], ...]
    gradebook: Path | None
    column: str | None


@click.command()
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path, file_okay=False))
@click.argument(
    "folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False, exists=True)
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="CSV of the class, to say who has handed in nothing.",
)
@exports.export_option(*exports.OF_A_CLASS)
@exports.gradebook_options
@click.pass_context
def merge(ctx: click.Context, /, **options: object) -> None:
    """Join the results in each DIR into the folder OUT.

    Each DIR was written by `learn grade --out DIR`, usually with --shard. OUT gets the
    results that one run over the whole class would have written there, byte for byte. If two
    results contradict each other, the message names both, and nothing is written.

    Exit code 3 says that OUT is written, but that shares or results are still missing.
    """
    chosen = Options(**options)  # type: ignore[arg-type]
    from grader.classes.gradebook_entries import entries
    from grader.classes.merge import merge as merge_folders
    from grader.classes.store import Store
    from grader.cli.grade_class import summary, table
    from grader.cli.terminal import width

    exports.check_class_exports(chosen.exports, chosen.gradebook, chosen.column)
    if chosen.out.resolve() in [folder.resolve() for folder in chosen.folders]:
        raise click.UsageError(f"{str(chosen.out)!r} is the first folder and one of the others; name a new one first")
    merged = merge_folders(chosen.out, chosen.folders)
    lines = [kept.line for kept in merged.results.values()]
    matched = _matched(merged, chosen.roster)
    store = Store(chosen.out)
    exports.write_class_exports(chosen.exports, lambda: entries(lines, matched, store), chosen.gradebook, chosen.column)
    click.echo(table(lines, matched, width()))
    click.echo(f"\n{summary(lines, matched)}")
    problems = list(_problems(merged))
    for problem in problems:
        click.echo(f"learn: {problem}", err=True)
    if len(merged.confinements) > 1:
        ways = "; ".join(merged.confinements)
        click.echo(f"learn: the machines did not confine learners' processes alike: {ways}", err=True)
    ctx.exit(UNUSABLE if problems else PASSED)


def _matched(merged: Merged, roster: Path | None) -> Matched:
    """Bring the results and the roster together; who is in a share that is missing may have handed something in."""
    from grader.classes.discover import Found
    from grader.classes.matching import Matched
    from grader.classes.roster import Student, load_roster

    students = {student.id: student for student in load_roster(roster).students} if roster else {}
    open_ones = {student for student, _ in merged.without_result}
    return Matched(
        tuple((students.get(id_, Student(id_)), Found((id_,), kept.path)) for id_, kept in merged.results.items()),
        tuple(
            student
            for id_, student in students.items()
            if id_ not in merged.results
            and id_ not in open_ones
            and not any(share.has(id_) for share in merged.missing_shares)
        ),
        tuple(id_ for id_, kept in merged.results.items() if not kept.is_known),
    )


def _problems(merged: Merged) -> Iterator[str]:
    """Say which shares are missing, and who of the others has no result."""
    from grader.core.escape import cut, line

    for share in merged.missing_shares[:MAX_TOLD]:
        yield f"share {share} is missing; grade it with --shard {share}, and merge all shares again"
    if len(merged.missing_shares) > MAX_TOLD:
        yield f"{len(merged.missing_shares) - MAX_TOLD} more shares are missing"
    for student, folder in merged.without_result[:MAX_TOLD]:
        yield (
            f"{folder}: there is no result of {cut(line(student), 60)}; give the same `learn grade` again to see why, "
            "and merge again"
        )
    if len(merged.without_result) > MAX_TOLD:
        yield f"{len(merged.without_result) - MAX_TOLD} more students have no result"


COMMAND = merge
