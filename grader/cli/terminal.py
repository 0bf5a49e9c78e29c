"""The terminal: its width and colors, and a dialogue with the person at it."""

import contextlib
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO
from typing import TYPE_CHECKING, TypedDict, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from grader.reports.text import Paint

Item = TypeVar("Item")
Role = TypeVar("Role")


class Style(TypedDict, total=False):
    """Arguments of `click.style`."""

    fg: str | int
    bg: str | int
    bold: bool
    dim: bool
    reverse: bool


Styles = Mapping[str, Style]
"""How to write the texts of each role; any other role stays plain."""
DEFAULT_WIDTH = 80
HEIGHT_ELSEWHERE = 60
MIN_HEIGHT = 20
LONGEST_LINE = 5000
COMMAND = re.compile(r"`learn [^`]+`")
INDENT = 8
"""The most columns that stand before a line of a list or a quote."""
GLUE = "\ue000"
"""A character of no language, a column wide: it takes the place of a space at which no line may end."""


def width() -> int:
    """Return the number of columns to write in: the terminal's, clamped to 40 to 100; 80 without a terminal."""
    columns = shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns
    return max(40, min(columns, 100))


def height() -> int:
    """Return the number of lines to write before the first ones leave the terminal; 60 without a terminal."""
    return max(MIN_HEIGHT, shutil.get_terminal_size((DEFAULT_WIDTH, HEIGHT_ELSEWHERE)).lines)


def is_plain() -> bool:
    """Return True on a terminal that shows words only, as a screen reader's: TERM=dumb."""
    return os.environ.get("TERM") == "dumb"


def has_color() -> bool:
    """Return True on a terminal that is not plain, without NO_COLOR (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not is_plain()


def has_bars() -> bool:
    """Return whether bars can be drawn: not on a plain terminal, nor where the output's encoding has none."""
    return not is_plain() and (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def paint() -> "Paint":
    """Return the function that colors a verdict's word, or leaves it plain."""
    from grader.core.result import Verdict

    colors = {Verdict.PASS: "green", Verdict.NOT_ATTEMPTED: "yellow", Verdict.INTERNAL: "magenta"}
    styles: dict[Verdict, Style] = {verdict: {"fg": colors.get(verdict, "red"), "bold": True} for verdict in Verdict}
    return painter({**styles, Verdict.SKIPPED: {"dim": True}})


def painter(styles: Mapping[Role, Style]) -> Callable[[str, Role], str]:
    """Return the function that styles a text by its role, or leaves it plain."""
    if has_color():
        return lambda text, role: click.style(text, **styles[role]) if role in styles else text
    return lambda text, role: text


@contextlib.contextmanager
def progress_bar(length: int, label: str, *, is_long: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal if the work is long; yield the function that sets how much is done."""
    if not is_long or not sys.stderr.isatty():
        yield lambda done: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


@contextlib.contextmanager
def waiting(label: str, seconds: float = 1.0) -> Iterator[None]:
    """Say on a terminal what is being done if it takes longer than some seconds, and remove the line at the end."""
    if not sys.stderr.isatty() or not hasattr(signal, "setitimer"):
        yield
        return
    line = f"{label} …"
    said: list[str] = []

    def say(*_: object) -> None:
        said.append(line)
        click.echo(line, err=True, nl=False)

    # A signal and no thread: some of these commands fork, which a process with threads should not do.
    former = signal.signal(signal.SIGALRM, say)
    rest, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, rest)
        signal.signal(signal.SIGALRM, former)
        if said:
            click.echo(f"\r{' ' * len(line)}\r", err=True, nl=False)


def tracked(items: Iterable[Item], total: int, label: str, *, is_long: bool = True) -> Iterator[Item]:
    """Yield items, with a progress bar."""
    with progress_bar(total, label, is_long=is_long) as progress:
        for done, item in enumerate(items, start=1):
            yield item
            progress(done)


def counted(number: int | str, noun: str) -> str:
    """Return a count with its noun: "1 file", "2 files", "no files"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def show_markdown(text: str) -> None:
    """Print Markdown: rendered on a terminal, without color if it shall have none; as source on a plain one and elsewhere."""
    if not sys.stdout.isatty() or is_plain():
        click.echo(text.rstrip())
        return
    click.echo("\n".join(markdown_lines(text, width())))


def markdown_lines(text: str, columns: int) -> list[str]:
    """Return Markdown rendered as lines of a width."""
    from rich.markdown import Markdown

    rows = _rendered(Markdown(with_whole_commands(text, columns), code_theme="ansi_dark"), columns)
    return [row.replace(GLUE, " ") for row in rows]


def code_lines(text: str, columns: int) -> list[str]:
    """Return Python, highlighted, as lines of a width."""
    from rich.syntax import Syntax

    return _rendered(Syntax(text, "python", theme="ansi_dark", background_color="default", word_wrap=True), columns)


def _rendered(content: "RenderableType", columns: int) -> list[str]:
    """Return lines without a background, which would be a black box on a light terminal."""
    from rich.console import Console
    from rich.theme import Theme

    has_styles, output = has_color(), StringIO()
    console = Console(
        file=output,
        width=columns,
        height=HEIGHT_ELSEWHERE,  # on a dumb terminal, a width alone is not heeded
        force_terminal=has_styles,
        color_system="standard" if has_styles else None,
        theme=Theme({"markdown.code": "bold", "markdown.code_block": ""}),
        legacy_windows=False,
    )
    console.print(content)
    return [row.rstrip() for row in output.getvalue().splitlines()]


def with_whole_commands(text: str, columns: int) -> str:
    """Return Markdown in which no line ends within a command of ours that fits into one: it can be copied whole."""

    def whole(found: re.Match[str]) -> str:
        command = re.sub(r"\s+", GLUE, found[0])
        return command if len(command) <= columns - INDENT else found[0]

    return COMMAND.sub(whole, text)


def say(text: str, *, err: bool = False) -> None:
    """Print lines; control characters and direction marks, as names of files may have, are shown as text."""
    from grader.core.escape import lines

    click.echo("\n".join(lines(text)), err=err)


def tell(text: str) -> None:
    """Print sentences as `say` does, wrapped at words on a terminal; elsewhere each line stays whole."""
    say(wrapped(text) if sys.stdout.isatty() else text)


def wrapped(text: str) -> str:
    """Return a text with its lines wrapped at words, as wide as the window."""
    import textwrap

    # Not as `width` does, which allows at least 40 columns: a narrower window would break the words.
    columns = min(shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns, 100)
    fill = textwrap.TextWrapper(max(columns, 10), break_long_words=False, break_on_hyphens=False)
    return "\n".join(fill.fill(row) for row in text.split("\n"))


def hear(prompt: str) -> str | None:
    """Prompt for a line of input and return it; None at the end of the input."""
    from grader.core.escape import line

    click.echo(prompt, nl=False)
    sys.stdout.flush()
    raw = _line_of_input()
    typed = raw.decode("utf-8", "replace")
    if not sys.stdin.isatty():
        # a terminal echoes what is typed; a transcript of piped input needs it, too
        click.echo(line(typed.rstrip("\r\n")))
    return typed if raw else None


def _line_of_input() -> bytes:
    """Read a line of at most LONGEST_LINE bytes and drop the rest; return b"" at the end or if the input is closed."""
    try:
        raw = sys.stdin.buffer.readline(LONGEST_LINE)
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(LONGEST_LINE)
    except OSError:
        return b""
    return raw
