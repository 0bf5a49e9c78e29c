"""`learn tokenize`: show the tokens of a text, and how merges make them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from grader.cli.declare import flag, option, takes
from grader.cli.generator import Events, ReaderOptions, read, training_text
from grader.cli.options import FILE
from grader.cli.terminal import Styles, counted, has_color, painter, width
from grader.lab.generate import token_table
from grader.lab.generate.events import Piece

STYLES: Styles = {"even": {"fg": "black", "bg": "cyan"}, "odd": {"fg": "black", "bg": "yellow"}}
MOST_TRAINED = 1 << 20
"""Characters of a file to learn from: the functions of the exercises are simple, not quick."""


@dataclass(frozen=True)
class TokenizeOptions(ReaderOptions):
    """The arguments and options of `learn tokenize`."""

    steps: bool = flag(help="Show the merges that make the tokens, step by step.")
    file: Path | None = option("--train", type=FILE, help="Learn the merges from this text instead.")
    merges: int | None = option(
        type=click.IntRange(1, 5000), help="With --train: number of merges to learn.  [default: 50]"
    )


@click.command()
@takes(TokenizeOptions)
def tokenize(chosen: TokenizeOptions) -> None:
    """Show the tokens that TEXT consists of: their ids and their bytes.

    With --train, byte-pair encoding learns its merges from a text of yours first.
    """
    if chosen.merges is not None and chosen.file is None:
        raise click.UsageError("--merges is for --train FILE, which names the text to learn from")
    learned = training_text(chosen.file, MOST_TRAINED) if chosen.file else None
    source = {"text": chosen.text, "train_on": learned, "n_merges": chosen.merges or 50}
    tokens, *merges = read(chosen, *({**source, "what": what} for what in ("tokens", "merges")[: 1 + chosen.steps]))
    pieces = [event["piece"] for event in tokens]
    if chosen.format_name == "json":
        click.echo(_as_json(chosen.text, pieces, merges[0] if merges else None))
    else:
        _show(pieces, merges[0] if merges else None)


def _show(pieces: list[Piece], merges: Events | None) -> None:
    is_painted = has_color()
    click.echo("\n".join(token_table.pieces_line(pieces, painter(STYLES), width(), is_painted=is_painted)))
    click.echo(f"\n     id  text{' ' * 22}bytes")
    click.echo("\n".join(token_table.piece_row(piece, width()) for piece in pieces))
    size = sum(len(piece["text"]) for piece in pieces)
    click.echo(f"\n{counted(len(pieces), 'token')} for {counted(size, 'byte')}")
    if merges is not None and not merges:
        click.echo("\nNo merge joins anything in it: every token is one byte.")
    for event in merges or ():
        click.echo("\n" + "\n".join(token_table.merging_lines(event["merging"], width())))


def _as_json(text: str, pieces: list[Piece], merges: Events | None) -> str:
    data: dict[str, Any] = {"schema": "learn/tokens/v1", "text": text, "tokens": list(map(named_token, pieces))}
    if merges is not None:
        data["merges"] = [[list(map(list, step)) for step in event["merging"]["steps"]] for event in merges]
    return json.dumps(data, ensure_ascii=False)


def named_token(piece: Piece) -> dict[str, Any]:
    """Return a token with its text, and its bytes as numbers, since one token may be half a character."""
    return {"id": piece["token"], "text": piece["text"].decode("utf-8", "replace"), "bytes": list(piece["text"])}
