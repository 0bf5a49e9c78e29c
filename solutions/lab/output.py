"""Print for `learn generate`: the text or its steps, and after it time and cost."""

import sys
from typing import Any

import click

from grader.cli.terminal import has_bars, painter, width
from grader.core.escape import line

from . import token_bars

STYLES = {"picked": {"fg": "green", "bold": True}, "removed": {"fg": "red"}, "quiet": {"dim": True}}


class GenerateOutput:
    """Prints the events of a generator: chunks of text, or if `is_shown` rounds, steps and the end."""

    def __init__(self, *, is_shown: bool) -> None:
        self._is_shown = is_shown
        self._columns, self._paint = min(width(), 80), painter(STYLES)
        self._is_drawn = has_bars()
        self._chunks: list[dict[str, Any]] = []
        self._rounds = 0
        self._facts: list[str] = []

    def write(self, event: dict[str, Any]) -> None:
        """Print an event, or keep it for the end."""
        match event:
            case {"text": str(text)}:
                self._chunks.append(event)
                if not self._is_shown and text:
                    click.echo("\n".join(map(line, text.split("\n"))), nl=False)
                    sys.stdout.flush()
            case {"step": step}:
                self._echo(token_bars.step_lines(step, width=self._columns, is_drawn=self._is_drawn, paint=self._paint))
            case {"round": round_}:
                self._rounds += 1
                self._echo(token_bars.round_lines(round_, self._rounds, width=self._columns, paint=self._paint))
            case {"end": end}:
                text = "".join(chunk["text"] for chunk in self._chunks)
                self._facts += token_bars.end_lines(self._chunks[-1], end, text, self._columns)
            case {"time": timing}:
                self._facts += token_bars.wrapped("time", token_bars.time_text(timing), self._columns)
            case {"billed": billed}:
                self._facts += token_bars.wrapped("billed", token_bars.billed_text(billed), self._columns)
            case {"cost": cost}:
                self._facts += token_bars.wrapped("cost", token_bars.cost_text(cost), self._columns)

    def finish(self) -> None:
        """Print what comes after the text."""
        text = "\n".join(self._facts)
        if text:
            click.echo(text if self._is_shown else f"\n{text}")

    def _echo(self, lines: list[str]) -> None:
        click.echo("\n".join([*lines, ""]))
