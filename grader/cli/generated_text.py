"""Print for `learn generate`: the text or its steps, at a pace, and after it log-probabilities, time and cost."""

import sys
import time

import click

from grader.cli.terminal import Styles, has_bars, painter, width
from grader.core.escape import line
from grader.lab.generate import token_bars
from grader.lab.generate.events import Event

STYLES: Styles = {"picked": {"fg": "green", "bold": True}, "removed": {"fg": "red"}, "quiet": {"dim": True}}


def write_text(text: str) -> None:
    """Print a piece of text without buffering, with control characters escaped."""
    click.echo("\n".join(map(line, text.split("\n"))), nl=False)
    sys.stdout.flush()


class GenerateOutput:
    """Prints the events of a generator: chunks of text, or if `is_shown` rounds, steps and the end."""

    def __init__(self, *, is_shown: bool, pace: float | None) -> None:
        self._is_shown, self._pace = is_shown, pace
        self._columns, self._paint = min(width(), 80), painter(STYLES)
        self._is_drawn = has_bars()
        self._chunks: list[Event] = []
        self._rounds = 0
        self._logprobs: list[str] = []
        self._facts: list[str] = []
        self._due = 0.0

    def write(self, event: Event) -> None:
        """Print an event, or keep it for the end."""
        match event:
            case {"text": str(text)}:
                self._chunks.append(event)
                if not self._is_shown and text:
                    self._wait()
                    write_text(text)
            case {"step": step}:
                self._wait()
                self._echo(token_bars.step_lines(step, width=self._columns, is_drawn=self._is_drawn, paint=self._paint))
            case {"round": told}:
                self._rounds += 1
                self._echo(token_bars.round_lines(told, self._rounds, width=self._columns, paint=self._paint))
            case {"end": end}:
                text = "".join(chunk["text"] for chunk in self._chunks)
                self._facts += token_bars.end_lines(self._chunks[-1], end, text, self._columns)
            case {"logprob": told}:
                self._logprobs += token_bars.logprob_lines(told, self._columns)
            case {"time": told}:
                self._facts += token_bars.wrapped("time", token_bars.time_text(told), self._columns)
            case {"billed": told}:
                self._facts += token_bars.wrapped("billed", token_bars.billed_text(told), self._columns)
            case {"cost": told}:
                self._facts += token_bars.wrapped("cost", token_bars.cost_text(told), self._columns)

    def finish(self) -> None:
        """Print what comes after the text."""
        groups = [self._facts, self._logprobs] if self._is_shown else [self._logprobs, self._facts]
        text = "\n\n".join("\n".join(group) for group in groups if group)
        if text:
            click.echo(text if self._is_shown else f"\n{text}")

    def _echo(self, lines: list[str]) -> None:
        click.echo("\n".join([*lines, ""]))

    def _wait(self) -> None:
        """Wait until the next token may appear."""
        if self._pace is None:
            return
        now = time.monotonic()
        time.sleep(max(0.0, self._due - now))
        self._due = max(now, self._due) + 1 / self._pace
