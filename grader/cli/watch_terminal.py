"""The terminal of `learn watch`: its styles, the other programs that get it for a while, and its restoration."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any

import click

from grader.cli.terminal import has_color, paint, painter, width
from grader.learner.watch import stop_signals
from grader.learner.watch.editor_command import editor_command
from grader.learner.watch.fronts import FullScreen, KeyMode, PlainLines, Window
from grader.learner.watch.keyboard import Keyboard
from grader.learner.watch.warm_process import WatchedPlace
from grader.learner.watch.watch_keys import press
from grader.learner.watch.watch_loop import Actions, Watch
from grader.learner.watch.watch_views import Look, State, line_to_open

STYLES: Mapping[str, Mapping[str, Any]] = {
    "bold": {"bold": True},
    "dim": {"dim": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "key": {"bold": True, "fg": "cyan"},
    "notice": {"fg": "yellow"},
    "added": {"fg": "green"},
    "removed": {"fg": "red"},
    "chosen": {"reverse": True},
}
"""Colors of the terminal's own palette, which suit its background."""
PLAIN_STYLES = {"chosen": {"reverse": True}}


def run_window(place: WatchedPlace, state: State) -> None:
    """Run a watch in the whole window, and leave the terminal as it was, whatever happens."""
    screen = FullScreen()
    keyboard: Keyboard
    ways = Foreground(screen.enter, screen.leave)
    watch = Watch(place, state, Window(screen, _look(has_bar=True)), ways.actions(), press)
    ways.keyboard = keyboard = Keyboard(lambda key: watch.events.put(("key", key)))
    threading.Thread(target=_import_rich, daemon=True).start()
    _run(watch, screen.enter, screen.leave, keyboard)


def run_plain(place: WatchedPlace, state: State, *, has_keys: bool) -> None:
    """Run a watch that only ever adds lines; with keys in a terminal."""
    mode = KeyMode()
    ways = Foreground(mode.enter, mode.leave)
    columns = width() if sys.stdout.isatty() else 80
    front = PlainLines(_look(has_bar=False), has_keys=has_keys, width=columns)
    watch = Watch(place, state, front, ways.actions(), press)
    if not has_keys:
        _run(watch, lambda: None, lambda: None, None)
        return
    ways.keyboard = keyboard = Keyboard(lambda key: watch.events.put(("key", key)))
    _run(watch, mode.enter, mode.leave, keyboard)


def _run(watch: Watch, enter: Callable[[], None], leave: Callable[[], None], keyboard: Keyboard | None) -> None:
    """Run a watch between `enter` and `leave`."""

    def resized() -> None:
        watch.events.put(("resize", None))

    def resumed() -> None:
        enter()
        resized()

    with stop_signals.handled(resized, leave, resumed):
        try:
            enter()
            if keyboard:
                keyboard.start()
            watch.run()
        finally:
            leave()  # first: the rest may take a moment
            if keyboard:
                keyboard.stop()
            watch.close()


class Foreground:
    """Runs other programs in the terminal: an editor, `learn try`."""

    def __init__(self, enter: Callable[[], None], leave: Callable[[], None]) -> None:
        self._enter = enter
        self._leave = leave
        self.keyboard: Keyboard | None = None

    def actions(self) -> Actions:
        """Return what a watch has done outside of it."""
        return Actions(self._edit, self._try_out, _reset)

    def _edit(self, state: State) -> str:
        command = editor_command(state.path, line_to_open(state), os.environ, shutil.which)
        if command is None:
            return "No editor was found: set the variable EDITOR to the command of yours."
        return self._run(command, pause_after_failure=False)

    def _try_out(self, state: State) -> str:
        return self._run([sys.executable, "-m", "grader", "try", state.words.name], pause_after_failure=True)

    def _run(self, command: Sequence[str], *, pause_after_failure: bool) -> str:
        """Run a command with the terminal as it was before the watch; return a sentence if it failed."""
        self._leave()
        if self.keyboard:
            self.keyboard.stop()
        try:
            with stop_signals.left_to_others():
                code = subprocess.run(command, check=False).returncode
                if code and pause_after_failure:
                    click.prompt("Press Enter to go back to the watch", default="", show_default=False)
        except click.Abort:
            code = 0
        except OSError as error:
            return f"{command[0]} cannot be started: {error.strerror or error}"
        finally:
            self._enter()
            if self.keyboard:
                self.keyboard.start()
        return f"{command[0]} ended with exit code {code}." if code and not pause_after_failure else ""


def _reset(state: State) -> str:
    from datetime import UTC, datetime

    from grader.core.errors import UserError
    from grader.course import shown_path
    from grader.learner.reset_exercise import reset_exercise

    try:
        done = reset_exercise(state.course, state.workspace, state.current, datetime.now(UTC))
    except UserError as error:
        return str(error)
    kept = f"Your file is now {shown_path(done.kept)}. " if done.kept else ""
    return f"{kept}learn reset --undo {state.words.name} brings it back." if kept else "It was the stub already."


def _look(*, has_bar: bool) -> Look:
    has_styles = has_color()
    style = painter(STYLES) if has_styles else lambda text, role: text
    return Look(
        paint(), style, _markdown, _code, has_bar=has_bar, has_links=has_bar and os.environ.get("TERM") != "linux"
    )


def _import_rich() -> None:
    """Import rich while nobody waits for it: the first explanation or task is then drawn at once."""
    import rich.console
    import rich.markdown
    import rich.syntax  # noqa: F401


def _markdown(text: str, width: int) -> list[str]:
    from rich.markdown import Markdown

    return _rendered(Markdown(text, code_theme="ansi_dark"), width)


def _code(text: str, width: int) -> list[str]:
    from rich.syntax import Syntax

    return _rendered(Syntax(text, "python", theme="ansi_dark", background_color="default", word_wrap=True), width)


def _rendered(content: Any, width: int) -> list[str]:
    from rich.console import Console
    from rich.theme import Theme

    has_styles = has_color()
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=has_styles,
        color_system="standard" if has_styles else None,
        theme=Theme({"markdown.code": "bold", "markdown.code_block": ""}),
        legacy_windows=False,
    )
    console.print(content)
    return [each.rstrip() for each in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
