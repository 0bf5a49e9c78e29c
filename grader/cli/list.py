"""`learn list`: list the exercises of the course."""

from pathlib import Path

import click

from grader.cli.context import find_workspace, open_translated, progress_in
from grader.cli.options import place_options, plain_option, show_json, text_or_json_option
from grader.cli.terminal import has_bars, width, wrapped
from grader.cli.unit_rows import ESTIMATED, unit_lines


@click.command(name="list")
@text_or_json_option
@plain_option
@place_options
def list_exercises(format_name: str, folder: Path, course_folder: Path | None) -> None:
    """List the exercises by unit, and which of them you have passed."""
    course = open_translated(course_folder, folder)
    place = find_workspace(folder, course)
    noted = progress_in(place)
    if format_name == "json":
        from grader.workspace.documents import exercise_list

        show_json(exercise_list(course, place, noted))
        return
    for unit in course.units:
        click.echo("\n".join(unit_lines(course, unit, noted, width(), has_dots=has_bars())))
    click.echo(wrapped(f"\n{course.phrase(ESTIMATED)}"))
