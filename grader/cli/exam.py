"""`learn print exam`: compose an exam of two pages, in two versions."""

from dataclasses import dataclass
from pathlib import Path

import click

from grader.cli import complete_names, options
from grader.cli.context import open_course
from grader.cli.declare import argument, option, shared, takes
from grader.cli.terminal import counted
from grader.core.errors import UnknownNameError


@dataclass(frozen=True)
class ExamOptions:
    """The arguments and options of `learn print exam`."""

    units: tuple[str, ...] = argument(metavar="UNIT...", nargs=-1, required=True, shell_complete=complete_names.units)
    seed: str = option(
        metavar="TEXT", default="", help="Seed of the choice of questions; the same text gives the same exam."
    )
    minutes: int | None = option(
        type=click.IntRange(1, 600), help="Time allowed, as it is printed.  [default: 5 for each question]"
    )
    date: str | None = option(
        metavar="TEXT", help="Day of the exam, as it is printed; without it there is a field for it."
    )
    choices: int = option(
        type=click.IntRange(0, 20),
        default=0,
        help="Also ask this many questions of the quizzes, answered by letters: several kinds, code to read among them.",
    )
    out: Path = option(
        type=options.NEW_FILE,
        default=Path("exam.yaml"),
        help="Output files: the version is added to the name, as in exam_a.yaml and exam_b.yaml.",
    )
    force: bool = shared(options.force_files_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(ExamOptions)
def exam(chosen: ExamOptions) -> None:
    """Compose an exam on UNITs: up to six numbers to work out, and with --choices more, in versions A and B.

    Both versions have the same questions, with different numbers in a different order. Each is a
    worksheet file that you can edit. `learn print worksheet` prints it, with different numbers for each
    student, and its key; `learn grade` marks it:

    \b
    learn print exam UNIT UNIT
    learn print worksheet exam_a.yaml --class class.csv --seed "my own text"
      --out exam.pdf --key key.pdf --answers form.yaml
    learn grade handed-in/ --roster class.csv --worksheet exam_a.yaml
      --worksheet exam_b.yaml --worksheet-seed "my own text"
      --exercise exam_a --exercise exam_b --out results

    A column `version` in class.csv says who writes A and who B; exam_b.yaml is then taken from beside
    exam_a.yaml.
    """
    from grader.course.load import ID
    from grader.questions.worksheet.exam import compose, to_yaml

    out = chosen.out
    if out.suffix != ".yaml" or not ID.match(f"{out.stem}_a"):
        what = "use small letters, digits and underscores, at most 38, and end it with .yaml"
        raise click.UsageError(f"{out.name!r} after --out cannot be an exam's name; {what}")
    with options.usage_errors(UnknownNameError):
        course, units = open_course(chosen.course_folder), list(dict.fromkeys(chosen.units))
        sheets = compose(course, units, out.stem, chosen.seed, chosen.minutes, chosen.date, chosen.choices)
    files = {out.with_name(f"{sheet.id}.yaml"): to_yaml(sheet) for sheet in sheets}
    for path in files:
        options.check_path(path, may_replace=chosen.force)
    for path, text in files.items():
        options.save(path, text.encode(), may_replace=chosen.force)
    names = " and ".join(map(click.format_filename, files))
    what = f"{counted(len(sheets[0].steps), 'question')}, {sheets[0].points} points"
    click.echo(
        f"{names} are written: {what}. Print one with: learn print worksheet {click.format_filename(next(iter(files)))}"
    )
