"""`learn errata`: show what lessons often teach wrong, each with the computation that shows it."""

from __future__ import annotations

import click

from grader.cli.docs import show_page
from grader.cli.options import plain_option


@click.command()
@plain_option
def errata() -> None:
    """Show what lessons often teach wrong, and what is true."""
    show_page("reference/errata")
