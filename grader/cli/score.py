"""`learn score`: show how well the model predicts a text, token by token."""

from __future__ import annotations

import json
import math
from types import SimpleNamespace
from typing import Any

import click

from grader.cli.generator import read
from grader.cli.options import place_options, plain_option
from grader.cli.terminal import Styles, has_bars, has_color, painter, width
from grader.cli.tokenize import named_token

STYLES: Styles = {
    "expected": {},
    "mild": {"fg": "black", "bg": 229},
    "warm": {"fg": "black", "bg": 220},
    "hot": {"fg": "black", "bg": 208},
    "burning": {"fg": "white", "bg": 160, "bold": True},
}
"""Backgrounds of the 256 colors, from pale yellow to red; black letters on them are readable in light and dark."""


@click.command()
@click.argument("text")
@click.option("--mine", is_flag=True, help="Use your own functions where they have passed.")
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
@click.option("--model", "model_name", metavar="NAME", help="Let a real model predict.")
@plain_option
@place_options
@click.pass_context
def score(ctx: click.Context, /, text: str, **_: Any) -> None:
    """Show how well the tiny model predicts TEXT: the surprise of each token, and perplexity."""
    chosen = SimpleNamespace(**ctx.params)
    (events,) = read(chosen, {"text": text, "what": "scores"})
    scored = [each["scored"] for each in events]
    click.echo(_as_json(text, scored) if chosen.format_name == "json" else "\n".join(_lines(scored)))


def _lines(scored: list[dict[str, Any]]) -> list[str]:
    from grader.lab.generate import token_table

    drawn = [*token_table.heat_map(scored, painter(STYLES), width()), ""] if has_color() else []
    rows = [token_table.scored_row(each, width=width(), is_drawn=has_bars()) for each in scored]
    return [*drawn, token_table.SCORED_HEADING, *rows, "", *token_table.total_lines(token_table.totals(scored))]


def _as_json(text: str, scored: list[dict[str, Any]]) -> str:
    from grader.lab.generate import token_table

    tokens = [
        named_token(each)
        | {
            "logprob": _finite(math.log(each["chance"]) if each["chance"] else None),
            "entropy": each["entropy"],
            "likelier": each["likelier"],
            "top": [
                {"id": one["token"], "text": one["text"].decode("utf-8", "replace"), "probability": one["chance"]}
                for one in each["best"]
            ],
        }
        for each in scored
    ]
    found = token_table.totals(scored)
    sums = {key: _finite(value) for key, value in found._asdict().items() if key != "tokens"}
    return json.dumps({"schema": "learn/score/v1", "text": text, "tokens": tokens, **sums}, ensure_ascii=False)


def _finite(number: float | None) -> float | None:
    """Return a number that JSON can hold; a token of probability 0 has no finite surprise."""
    return number if number is not None and math.isfinite(number) else None
