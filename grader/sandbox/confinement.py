"""Confinement of learners' processes: how much is wanted, and which layers this machine has.

The layers are in `child/confine/`, one file each. `prepare` runs the trusted half of all of them.
"""

import importlib.util
import pkgutil
import sys
from collections.abc import Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grader.child import confine
from grader.child.confine import Layer, Settings
from grader.child.confine.view import View, of_interpreter
from grader.core.errors import LaunchError, NotConfinedError

UNCONFINED = ("own process", "limits")
"""The layers that every platform has."""


class ConfinementMode(Enum):
    """How much confinement is asked for."""

    AUTO = "auto"
    STRICT = "strict"
    NONE = "none"


class Confinement(NamedTuple):
    """The layers that learners' processes get: the settings of each by the name of its file, in order."""

    view: View
    settings: dict[str, Settings]

    @property
    def layers(self) -> tuple[str, ...]:
        return (*UNCONFINED, *(layers()[module].name for module in self.settings if layers()[module].name))

    @property
    def is_boxed(self) -> bool:
        """Return whether the fork server is in a box, where processes have other numbers and end with it."""
        return any(layers()[module].wraps_server for module in self.settings)

    def without(self, *names: str) -> "Confinement":
        """Return the confinement without some of its layers."""
        left = {file: settings for file, settings in self.settings.items() if layers()[file].name not in names}
        return self._replace(settings=left)

    def request(self) -> tuple[list[tuple[str, Settings, bool]], list[int]]:
        """Return what `confine_server` takes: the layers, and open descriptors, which the caller closes."""
        opened = {module: layers()[module].descriptors(self.view) for module in self.settings}
        listed = [(module, settings, opened[module] is not None) for module, settings in self.settings.items()]
        return listed, [number for pair in opened.values() for number in pair or ()]

    def wrap(self, command: list[str], scratch: str) -> list[str]:
        """Return the command that starts the fork server with the layers that confine by a command."""
        for module in self.settings:
            command = layers()[module].wrap(command, self.view, scratch)
        return command


@cache
def layers() -> dict[str, Layer]:
    """Return every layer by the name of its file, in the order of application."""
    found = {module.name: confine.layer(module.name) for module in pkgutil.iter_modules(confine.__path__)}
    known = {name: layer for name, layer in found.items() if layer}
    return dict(sorted(known.items(), key=lambda item: item[1].order))


def prepare(mode: ConfinementMode, *, may_wrap: bool, readable: Sequence[str] = ()) -> Confinement | None:
    """Prepare the layers that this machine has; None where none is wanted or the platform has none.

    `may_wrap` is false for a fork server that is forked from this process, which no command can confine any more.
    `readable` are folders and files that learners' processes may read beside Python and numpy.
    """
    if mode is ConfinementMode.NONE or sys.platform != "linux":
        return None
    try:
        view = of_interpreter(numpy_folder(), child_folder())  # not the folder of the package: it holds the solutions
    except OSError as error:
        what = f"{error.filename} cannot be read: {error.strerror}"
        raise NotConfinedError(f"{what}; mount /proc, which confinement needs, or use --confine none") from error
    view = view._replace(others=(*view.others, *readable))
    settings: dict[str, Settings] = {}
    for module, layer in reversed(layers().items()):  # the last first: an earlier layer may need a later one
        if layer.wraps_server and not may_wrap:
            continue
        found = layer.prepare(view, [layers()[file].name for file in settings])
        if found is not None:
            settings[module] = found
    return Confinement(view, dict(reversed(settings.items())))


def child_folder() -> str:
    """Return the folder of what runs in learners' processes."""
    return str(Path(__file__).resolve().parents[1] / "child")


def numpy_folder() -> str:
    """Return the folder that numpy is installed in; raise LaunchError if it is not."""
    return str(Path(numpy_file()).parent.parent)


def numpy_file() -> str:
    """Return the file of numpy's package; raise LaunchError if it is not installed."""
    found = importlib.util.find_spec("numpy")  # finds it without loading it
    if found is None or found.origin is None:
        raise LaunchError("numpy is not installed; install token-by-token again")
    return found.origin
