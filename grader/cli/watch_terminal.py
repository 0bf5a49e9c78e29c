"""The terminal of `learn watch`: its styles, the other programs that get it for a while, and its restoration."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import click

from grader.cli.terminal import Styles, code_lines, markdown_lines, paint, painter, width
from grader.core.errors import UserError
from grader.course import shown_path
from grader.learner.reset import reset_exercise
from grader.learner.watch import stop_signals
from grader.learner.watch.display import FullScreen, KeyMode, PlainLines, Window
from grader.learner.watch.keyboard import Keyboard
from grader.learner.watch.keys import press
from grader.learner.watch.loop import Actions, Watch
from grader.learner.watch.state import Look, State
from grader.learner.watch.warm_process import WatchedPlace

STYLES: Styles = {
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


def run_window(place: WatchedPlace, state: State) -> None:
    """Run a watch in the whole window, and leave the terminal as it was, whatever happens."""
    screen = FullScreen()
    threading.Thread(target=_import_rich, daemon=True).start()
    _run(place, state, Window(screen, _look(has_bar=True)), Foreground(screen.enter, screen.leave, has_keys=True))


def run_plain(place: WatchedPlace, state: State, *, has_keys: bool) -> None:
    """Run a watch that only ever adds lines; with keys in a terminal."""
    mode = KeyMode()
    front = PlainLines(_look(has_bar=False), has_keys=has_keys, width=width() if sys.stdout.isatty() else 80)
    _run(place, state, front, Foreground(mode.enter, mode.leave, has_keys=has_keys))


def _run(place: WatchedPlace, state: State, front: Window | PlainLines, terminal: "Foreground") -> None:
    """Run a watch while it has the terminal."""
    watch = Watch(place, state, front, terminal.actions(), press)

    def resized() -> None:
        watch.events.put(("resize", None))

    def resumed() -> None:
        terminal.enter()
        resized()

    with stop_signals.handled(resized, terminal.leave, resumed):
        try:
            terminal.take(lambda key: watch.events.put(("key", key)))
            watch.run()
        finally:
            terminal.give_back()  # first: the rest may take a moment
            watch.close()


class Foreground:
    """The terminal and its keyboard, which the watch has, or another program, such as `learn try`."""

    def __init__(self, enter: Callable[[], None], leave: Callable[[], None], *, has_keys: bool) -> None:
        self.enter = enter if has_keys else lambda: None
        self.leave = leave if has_keys else lambda: None
        self._has_keys = has_keys
        self._keyboard: Keyboard | None = None

    def take(self, pressed: Callable[[str], None]) -> None:
        """Set the terminal up and read keys, with which a function is called."""
        if self._has_keys:
            self._keyboard = self._keyboard or Keyboard(pressed)
        self._resume()

    def _resume(self) -> None:
        self.enter()
        if self._keyboard:
            self._keyboard.start()

    def give_back(self) -> None:
        """Leave the terminal as it was."""
        self.leave()
        if self._keyboard:
            self._keyboard.stop()

    def actions(self) -> Actions:
        return Actions(partial(self._command, "try"), partial(self._command, "ask"), _reset)

    def _command(self, name: str, state: State) -> str:
        """Run a command of ours with the terminal as it was before the watch; return a sentence if it cannot be started."""
        command = [sys.executable, "-P", "-m", "grader", name, state.words.name]
        self.give_back()
        try:
            with stop_signals.left_to_others():
                code = subprocess.run(command, check=False).returncode
                if code or name == "ask":  # else the score is gone at once
                    click.prompt("Press Enter to go back to the watch", default="", show_default=False)
        except click.Abort:
            pass
        except OSError as error:
            return f"{command[0]} cannot be started: {error.strerror or error}"
        finally:
            self._resume()
        return ""


def _reset(state: State) -> str:
    try:
        done = reset_exercise(state.course, state.workspace, state.current, datetime.now(UTC))
    except UserError as error:
        return str(error)
    if done.kept is None:
        return "It was the stub already."
    return f"Your file is now {shown_path(done.kept)}. learn reset --undo {state.words.name} brings it back."


def _look(*, has_bar: bool) -> Look:
    has_links = has_bar and os.environ.get("TERM") != "linux"
    return Look(paint(), painter(STYLES), markdown_lines, code_lines, has_bar=has_bar, has_links=has_links)


def _import_rich() -> None:
    """Import rich while nobody waits for it: the first explanation or task is then drawn at once."""
    import rich.console
    import rich.markdown
    import rich.syntax  # noqa: F401
