"""`learn try`: a Python prompt, or the debugger, with the failing call's arguments bound."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from grader.child.session import console
from grader.cli import context, options
from grader.cli.terminal import tell, width
from grader.core.escape import cut
from grader.core.result import Verdict
from grader.files import state_file
from grader.learner.position import note_current
from grader.reports.text import place_of

if TYPE_CHECKING:
    from grader.learner.watch.try_call import Tried

HISTORY = "typed.txt"
"""The lines typed at the prompt, in the workspace's `.learn`."""
MAX_HISTORY = 500
MAX_ROWS = 4
"""Lines for a call; a whole model may be written into it, and all of it is bound."""


@click.command("try")
@options.exercise_argument
@click.option("--pdb", "is_debugged", is_flag=True, help="Start in the debugger, at the first line of the function.")
@options.workspace_option
@options.confine_option("auto")
@options.course_option
def try_call(
    exercise: str | None, is_debugged: bool, folder: Path, confine_name: str, course_folder: Path | None
) -> None:
    """Open a Python prompt, or the debugger, at the failing call of EXERCISE.

    The prompt runs in the process that checks your functions, with the call's arguments, models and
    caches as variables. `call()` makes the call, `again()` reloads your files first, and `debug()`
    stops at the first line of your function. Ctrl-C interrupts a statement, Ctrl-D quits. If all
    checks pass, it is the first call of the first check.
    """
    console()  # before the launcher forks this process: a fork cannot import it any more
    from grader.learner.watch.try_call import find_call, serve_prompt

    with context.quick_launcher(confine_name, course_folder) as launcher:
        course = context.open_course(course_folder)
        workspace = context.open_workspace(folder, course)
        exercise_id = context.chosen_exercise(course, workspace, exercise)
        tried = find_call(course, exercise_id, workspace.submission, launcher)
        note_current(workspace, exercise_id)
        if _is_typed():
            _say_what_is_bound(tried, is_debugged=is_debugged)
        with _history(workspace.state / HISTORY) as editor:
            serve_prompt(tried, workspace.submission, launcher, Lines(editor), is_debugged=is_debugged)


def _is_typed() -> bool:
    """Return whether a person types: both ends are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _say_what_is_bound(tried: "Tried", *, is_debugged: bool) -> None:
    check, exercise = tried.check, tried.prepared.exercise
    is_wrong = check.verdict not in (Verdict.PASS, Verdict.SKIPPED, Verdict.NOT_ATTEMPTED)
    place = place_of(check) if is_wrong else ""
    tell(f"{exercise.title}: “{check.name}”{' fails with this call:' if is_wrong else ', its first call:'}")
    for step in tried.steps:
        click.echo(f"    {cut(step, MAX_ROWS * width() if len(tried.steps) == 1 else width() - 4)}")
    if check.got and check.expected:
        click.echo(f"    gives    {cut(check.got, width() - 13)}")
        click.echo(f"    expected {cut(check.expected, width() - 13)}")
    if place:
        click.echo(f"    See {place}")
    if is_debugged:
        tell("n next line, s into a call, p NAME prints, l lists, c goes on, h help; Ctrl-D ends.")
        return
    bound = f"Bound: {', '.join(tried.bound)}, and what your file defines. " if tried.bound else ""
    tell(f"{bound}call() makes the call, again() reads your files anew before, debug() steps through it; Ctrl-D ends.")


@contextlib.contextmanager
def _history(path: Path) -> Iterator[ModuleType | None]:
    """Yield the line editor, with the lines typed before; None where Python has none, and where nobody types."""
    try:
        import readline
    except ImportError:  # Windows, and some builds
        yield None
        return
    if not _is_typed():
        yield None
        return
    lines: list[str] = state_file.load(path, str.splitlines, list)
    for line in lines:
        readline.add_history(line)
    readline.set_completer_delims(" \t\n`~!@#$%^&*()-=+[{]}\\|;:'\",<>/?")
    readline.parse_and_bind("tab: complete")
    try:
        yield readline
    finally:
        readline.set_completer(None)
        length = readline.get_current_history_length()
        lines = [readline.get_history_item(place) for place in range(max(1, length - MAX_HISTORY + 1), length + 1)]
        state_file.save(path, "\n".join([*lines, ""]).encode("utf-8", "replace"), is_copied=False)


class Lines:
    """Shows what is printed and reads lines: of a person at a terminal, or of a file or pipe, without prompts."""

    def __init__(self, editor: ModuleType | None) -> None:
        self._editor = editor
        self._is_typed = _is_typed()
        self._line = ""
        self._found: list[str] = []

    def write(self, text: str) -> None:
        """Show a text."""
        self._line = (self._line + text).rpartition("\n")[2]
        click.echo(text, nl=False)

    def read(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line without its end; None at the end of the input."""
        if not self._is_typed:
            line = sys.stdin.buffer.readline().decode("utf-8", "replace") if sys.stdin else ""
            self._line = ""
            return line.rstrip("\r\n") if line else None
        if self._editor:
            self._editor.set_completer(lambda text, number: self._completion(text, number, complete))
        try:
            # The line editor redraws the whole line, so it needs to know what already stands on it.
            return input(f"\r{self._line}{prompt}" if self._line else prompt)
        except EOFError:
            click.echo()
            return None
        finally:
            self._line = ""

    def _completion(self, text: str, number: int, complete: Callable[[str], list[str]]) -> str | None:
        if number == 0:
            self._found = complete(text)
        return self._found[number] if number < len(self._found) else None
