"""`learn exam`: compose an exam of two pages, in two versions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import complete_names, options
from grader.cli.context import open_course
from grader.core.errors import UnknownNameError


@click.command()
@click.argument("units", metavar="UNIT...", nargs=-1, required=True, shell_complete=complete_names.units)
@click.option(
    "--seed", metavar="TEXT", default="", help="Choose the questions by this; the same text chooses the same."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("exam.yaml"),
    show_default=True,
    help="The files to write; the name of each has its version, such as exam_a.yaml and exam_b.yaml.",
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
@options.course_option
def exam(units: tuple[str, ...], seed: str, out: Path, force: bool, course_folder: Path | None) -> None:
    """Compose an exam about UNITs: at most six questions on two pages, in versions A and B.

    Both versions ask the same questions, with other numbers and in another order. Each is a worksheet
    in a file that you can edit. `learn worksheet` prints it, with numbers for each student and the
    key, and `learn grade` marks it:

    \b
    learn exam scores picking
    learn worksheet exam_a.yaml --class class.csv --seed "my own text"
      --out exam.pdf --key key.pdf --answers form.yaml
    learn grade handed-in/ --roster class.csv --worksheet exam_a.yaml
      --worksheet-seed "my own text" --exercise exam_a --out results
    """
    from grader.course.load import ID
    from grader.questions.worksheet.compose_exam import compose, to_yaml

    if out.suffix != ".yaml" or not ID.match(f"{out.stem}_a"):
        what = "use small letters, digits and underscores, at most 38, and end it with .yaml"
        raise click.UsageError(f"{out.name!r} after --out cannot be an exam's name; {what}")
    with options.usage_errors(UnknownNameError):
        sheets = compose(open_course(course_folder), list(dict.fromkeys(units)), out.stem, seed)
    files = {out.with_name(f"{each.id}.yaml"): to_yaml(each) for each in sheets}
    for path in files:
        options.check_path(path, may_replace=force)
    for path, text in files.items():
        options.save(path, text.encode(), may_replace=force)
    names = " and ".join(map(click.format_filename, files))
    count = len(sheets[0].steps)
    what = f"{count} question{'' if count == 1 else 's'}, {sheets[0].points} points"
    click.echo(
        f"{names} are written: {what}. Print one with: learn worksheet {click.format_filename(next(iter(files)))}"
    )
