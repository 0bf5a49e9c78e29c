"""Print for `learn tokenize`: the tokens of a text, the merges that make them, and how well the model predicts them."""

import click

from grader.cli.terminal import counted, has_bars, has_color, painter, width

from . import token_table
from .token_bars import Event

STYLES = {
    "even": {"fg": "black", "bg": "cyan"},
    "odd": {"fg": "black", "bg": "yellow"},
    "expected": {},
    "mild": {"fg": "black", "bg": 229},
    "warm": {"fg": "black", "bg": 220},
    "hot": {"fg": "black", "bg": 208},
    "burning": {"fg": "white", "bg": 160, "bold": True},
}
"""Backgrounds of the 256 colors, from pale yellow to red; black letters on them are readable in light and dark."""


def show_tokens(pieces: list[Event]) -> None:
    """Print a text cut into its tokens, and a line for each."""
    click.echo("\n".join(token_table.pieces_line(pieces, painter(STYLES), width(), is_painted=has_color())))
    click.echo(f"\n     id  text{' ' * 22}bytes")
    click.echo("\n".join(token_table.piece_row(piece, width()) for piece in pieces))
    size = sum(len(piece["text"]) for piece in pieces)
    click.echo(f"\n{counted(len(pieces), 'token')} for {counted(size, 'byte')}")


def show_merges(merges: list[Event]) -> None:
    """Print the merges of each word."""
    if not merges:
        click.echo("\nNo merge joins anything in it: every token is one byte.")
    for merging in merges:
        click.echo("\n" + "\n".join(token_table.merging_lines(merging, width())))


def show_scores(scored: list[Event]) -> None:
    """Print how likely each token of a text was, and the perplexity of the whole."""
    drawn = [*token_table.heat_map(scored, painter(STYLES), width()), ""] if has_color() else []
    rows = [token_table.scored_row(token, width=width(), is_drawn=has_bars()) for token in scored]
    totals = token_table.total_lines(token_table.totals(scored))
    click.echo("\n".join([*drawn, token_table.SCORED_HEADING, *rows, "", *totals]))
