"""What the terminal can show: its width, and whether colour is wanted."""

from __future__ import annotations

import os
import shutil
import sys

import click

from grader.core.verdict import Verdict
from grader.reports.text import WIDTH, Paint, plain

COLOURS = {Verdict.PASS: "green", Verdict.SKIPPED: None, Verdict.NOT_ATTEMPTED: "yellow", Verdict.INTERNAL: "magenta"}


def width() -> int:
    """Return the columns to write in: the terminal's, between 40 and 100, or 80 without a terminal."""
    columns = shutil.get_terminal_size((WIDTH, 24)).columns
    return max(40, min(columns, 100))


def has_colour(*, is_plain: bool) -> bool:
    """Say whether colour is wanted: a terminal, no --plain, no NO_COLOR (https://no-color.org)."""
    return not is_plain and sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(*, is_plain: bool) -> Paint:
    """Return the function that colours a verdict's word."""
    return _coloured if has_colour(is_plain=is_plain) else plain


def _coloured(text: str, verdict: Verdict) -> str:
    colour = COLOURS.get(verdict, "red")
    return click.style(text, fg=colour, bold=verdict is not Verdict.SKIPPED) if colour else click.style(text, dim=True)


def show_markdown(text: str, *, is_plain: bool) -> None:
    """Write Markdown: drawn on a terminal, as it is elsewhere."""
    if not has_colour(is_plain=is_plain):
        click.echo(text.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=width()).print(Markdown(text))
