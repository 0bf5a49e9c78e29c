"""`learn score`: show how well the model predicts a text, token by token."""

import json
import math

import click

from grader.cli.declare import takes
from grader.cli.generator import ReaderOptions, read
from grader.cli.terminal import Styles, has_bars, has_color, painter, width
from grader.cli.tokenize import named_token
from grader.lab.generate import token_table
from grader.lab.generate.events import Scored

STYLES: Styles = {
    "expected": {},
    "mild": {"fg": "black", "bg": 229},
    "warm": {"fg": "black", "bg": 220},
    "hot": {"fg": "black", "bg": 208},
    "burning": {"fg": "white", "bg": 160, "bold": True},
}
"""Backgrounds of the 256 colors, from pale yellow to red; black letters on them are readable in light and dark."""


@click.command()
@takes(ReaderOptions)
def score(chosen: ReaderOptions) -> None:
    """Show how well the tiny model predicts TEXT: the surprise of each token, and perplexity."""
    (events,) = read(chosen, {"text": chosen.text, "what": "scores"})
    scored = [event["scored"] for event in events]
    click.echo(_as_json(chosen.text, scored) if chosen.format_name == "json" else "\n".join(_lines(scored)))


def _lines(scored: list[Scored]) -> list[str]:
    drawn = [*token_table.heat_map(scored, painter(STYLES), width()), ""] if has_color() else []
    rows = [token_table.scored_row(token, width=width(), is_drawn=has_bars()) for token in scored]
    return [*drawn, token_table.SCORED_HEADING, *rows, "", *token_table.total_lines(token_table.totals(scored))]


def _as_json(text: str, scored: list[Scored]) -> str:
    tokens = [
        named_token(token)
        | {
            "logprob": _finite(math.log(token["chance"]) if token["chance"] else None),
            "entropy": token["entropy"],
            "likelier": token["likelier"],
            "top": [
                {"id": best["token"], "text": best["text"].decode("utf-8", "replace"), "probability": best["chance"]}
                for best in token["best"]
            ],
        }
        for token in scored
    ]
    totals = token_table.totals(scored)
    sums = {key: _finite(value) for key, value in totals._asdict().items() if key != "tokens"}
    return json.dumps({"schema": "learn/score/v1", "text": text, "tokens": tokens, **sums}, ensure_ascii=False)


def _finite(number: float | None) -> float | None:
    """Return a number that JSON can hold; a token of probability 0 has no finite surprise."""
    return number if number is not None and math.isfinite(number) else None
