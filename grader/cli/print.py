"""`learn print`: cards, the cheat sheet, worksheets and exams, for paper and for other programs."""

import click

from grader.cli.cards import cards
from grader.cli.cheatsheet import cheatsheet
from grader.cli.exam import exam
from grader.cli.worksheet import worksheet


@click.group(name="print", commands=[cards, cheatsheet, worksheet, exam])
def print_command() -> None:
    """Print flashcards, the cheat sheet, worksheets and exams: as web page, PDF or file."""
