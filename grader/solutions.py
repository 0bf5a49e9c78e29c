"""Load what stands in a course's `solutions/`: references, mistakes and companions, all trusted code."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from grader.content import Content


class Mistake(NamedTuple):
    """A typical wrong version: what learners are told when their function does the same."""

    name: str
    title: str
    words: str
    function: Callable[..., Any]
    module: ModuleType


class Solutions:
    """The solutions of one course, loaded when asked for."""

    def __init__(self, content: Content) -> None:
        self._folder = content.solutions.resolve()
        self._package = _package(self._folder)

    def path(self, exercise_id: str, suffix: str = "") -> Path:
        """Return where the solution, or with a suffix such as `_mistakes` what belongs to it, stands."""
        return self._folder / f"{exercise_id}{suffix}.py"

    def reference(self, exercise_id: str) -> ModuleType:
        """Return the module of the reference solution."""
        return self._module(exercise_id)

    def companion(self, exercise_id: str) -> ModuleType | None:
        """Return the module of laws, filters, spies and generators, if the exercise has one."""
        return self._module(f"{exercise_id}_checks") if self.path(exercise_id, "_checks").is_file() else None

    def mistakes(self, exercise_id: str, function: str) -> list[Mistake]:
        """Return the typical wrong versions in the order of their file.

        A mistake is a function, or a class where the exercise is one, that the file itself defines; names
        that begin with an underscore are its own helpers.
        """
        if not self.path(exercise_id, "_mistakes").is_file():
            return []
        module = self._module(f"{exercise_id}_mistakes")
        found = []
        for name, value in vars(module).items():
            if name.startswith("_") or not callable(value) or value.__module__ != module.__name__:
                continue
            title, _, words = (inspect.getdoc(value) or "").partition("\n")
            stand_in = ModuleType(f"{module.__name__}.{name}")
            setattr(stand_in, function, value)
            found.append(Mistake(name, title.strip(), " ".join(words.split()), value, stand_in))
        return found

    def _module(self, exercise_id: str) -> ModuleType:
        return importlib.import_module(f"{self._package}.{exercise_id.replace('/', '.')}")


def _package(folder: Path) -> str:
    """Make a folder importable under a name of its own, so that several courses can be loaded."""
    name = f"_solutions_{abs(hash(str(folder))):x}"
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name
