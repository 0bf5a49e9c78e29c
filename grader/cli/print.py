"""`learn print`: cards, the cheat sheet and worksheets, for paper and for other programs."""

import click

from grader.cli.cards import cards
from grader.cli.cheatsheet import cheatsheet
from grader.cli.options import CommandGroup
from grader.cli.worksheet import worksheet


@click.group(name="print", cls=CommandGroup, commands=[cards, cheatsheet, worksheet])
def print_command() -> None:
    """Print flashcards, the cheat sheet and worksheets: as web page, PDF or file."""
