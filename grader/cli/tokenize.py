"""`learn tokenize`: show the tokens of a text, and how merges make them."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import click

from grader.cli.generator import Events, read, training_text
from grader.cli.options import FILE, place_options, plain_option
from grader.cli.terminal import Styles, counted, has_color, painter, width

STYLES: Styles = {"even": {"fg": "black", "bg": "cyan"}, "odd": {"fg": "black", "bg": "yellow"}}
MOST_TRAINED = 1 << 20
"""Characters of a file to learn from: the functions of the exercises are simple, not quick."""


@click.command()
@click.argument("text")
@click.option("--steps", is_flag=True, help="Show the merges that made the tokens, one by one.")
@click.option("--train", "file", type=FILE, help="Learn the merges from this text instead of the model's.")
@click.option("--merges", type=click.IntRange(1, 5000), help="With --train: how many to learn.  [default: 50]")
@click.option("--mine", is_flag=True, help="Use your own functions where they have passed.")
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
@click.option("--model", "model_name", metavar="NAME", help="Use the tokenizer of a real model.")
@plain_option
@place_options
@click.pass_context
def tokenize(ctx: click.Context, /, text: str, **_: Any) -> None:
    """Show the tokens that TEXT consists of: their ids and their bytes.

    With --train, byte-pair encoding learns its merges from a text of yours first.
    """
    chosen = SimpleNamespace(**ctx.params)
    if chosen.merges is not None and chosen.file is None:
        raise click.UsageError("--merges is for --train FILE, which names the text to learn from")
    learned = training_text(chosen.file, MOST_TRAINED) if chosen.file else None
    source = {"text": text, "train_on": learned, "n_merges": chosen.merges or 50}
    tokens, *made = read(chosen, *({**source, "what": what} for what in ("tokens", "merges")[: 1 + chosen.steps]))
    pieces = [each["piece"] for each in tokens]
    if chosen.format_name == "json":
        click.echo(_as_json(text, pieces, made[0] if made else None))
    else:
        _show(pieces, made[0] if made else None)


def _show(pieces: list[dict[str, Any]], made: Events | None) -> None:
    from grader.lab.generate import token_table

    is_painted = has_color()
    click.echo("\n".join(token_table.pieces_line(pieces, painter(STYLES), width(), is_painted=is_painted)))
    click.echo(f"\n     id  text{' ' * 22}bytes")
    click.echo("\n".join(token_table.piece_row(each, width()) for each in pieces))
    size = sum(len(each["text"]) for each in pieces)
    click.echo(f"\n{counted(len(pieces), 'token')} for {counted(size, 'byte')}")
    if made is not None and not made:
        click.echo("\nNo merge joins anything in it: every token is one byte.")
    for each in made or ():
        click.echo("\n" + "\n".join(token_table.merging_lines(each["merging"], width())))


def _as_json(text: str, pieces: list[dict[str, Any]], made: Events | None) -> str:
    data: dict[str, Any] = {"schema": "learn/tokens/v1", "text": text, "tokens": list(map(named_token, pieces))}
    if made is not None:
        data["merges"] = [[list(map(list, step)) for step in each["merging"]["steps"]] for each in made]
    return json.dumps(data, ensure_ascii=False)


def named_token(piece: dict[str, Any]) -> dict[str, Any]:
    """Return a token with its text, and its bytes as numbers, since one token may be half a character."""
    return {"id": piece["token"], "text": piece["text"].decode("utf-8", "replace"), "bytes": list(piece["text"])}
