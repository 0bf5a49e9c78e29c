"""A conversation in the terminal: a line that a person types, and text with what the output's encoding has for it."""

from __future__ import annotations

import sys

import click

LONGEST_LINE = 5000


def say(text: str) -> None:
    """Write a text; signs that the output's encoding lacks become question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(text.encode(encoding, "replace").decode(encoding))


def hear(prompt: str) -> str | None:
    """Return what the person types, None at the end of the input."""
    from grader.core.escape import line

    click.echo(prompt, nl=False)
    sys.stdout.flush()
    raw = _line_of_input()
    typed = raw.decode("utf-8", "replace")
    if not sys.stdin.isatty():
        say(line(typed.rstrip("\r\n")))  # so that what is piped in can be read with what it answers
    return typed if raw else None


def _line_of_input() -> bytes:
    """Return a line of the input, cut if it is very long; nothing at its end, or if there is no input at all."""
    try:
        raw = sys.stdin.buffer.readline(LONGEST_LINE)
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(LONGEST_LINE)
    except (OSError, AttributeError):  # it is closed
        return b""
    return raw
