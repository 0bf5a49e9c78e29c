"""Load a course's `solutions/`: references, mistakes and companions, all trusted code."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.core.errors import CourseError
from grader.core.result import Mistake
from grader.course import Content, shown_path


class SolutionError(CourseError):
    """A file of `solutions/` that cannot be loaded; the message says why."""


class Solutions:
    """The solutions of one course, loaded lazily."""

    def __init__(self, content: Content) -> None:
        self._folder = content.solutions.resolve()
        # Importable under a name of its own, so that several courses can be loaded.
        self._package = f"_solutions_{abs(hash(str(self._folder))):x}"
        package = sys.modules.setdefault(self._package, ModuleType(self._package))
        package.__path__ = [str(self._folder)]

    def path(self, exercise_id: str, suffix: str = "") -> Path:
        """Return the path of a solution, or with a suffix such as `_mistakes` of a file that belongs to it."""
        return self._folder / f"{exercise_id}{suffix}.py"

    def reference(self, exercise_id: str) -> ModuleType:
        """Return the module of the reference solution."""
        return self._module(exercise_id)

    def companion(self, exercise_id: str) -> ModuleType | None:
        """Return the module of laws, filters, spies and generators, if the exercise has one."""
        return self._module(f"{exercise_id}_checks") if self.path(exercise_id, "_checks").is_file() else None

    def mistakes(self, exercise_id: str, functions: Sequence[str]) -> list[Mistake]:
        """Return the typical wrong versions in the order of their file.

        A mistake is a function, or a class where the exercise is one, that the file itself defines; names that begin
        with an underscore are its own helpers. It stands for the first of `functions`, or for another one if its name
        begins with that, as `respond__total_is_wrong` does.
        """
        if not self.path(exercise_id, "_mistakes").is_file():
            return []
        module = self._module(f"{exercise_id}_mistakes")
        own = {name: value for name, value in vars(module).items() if not name.startswith("_") and callable(value)}
        return [
            self._mistake(exercise_id, functions, name, value)
            for name, value in own.items()
            if value.__module__ == module.__name__
        ]

    def _mistake(self, exercise_id: str, functions: Sequence[str], name: str, value: Callable[..., Any]) -> Mistake:
        title, _, words = (inspect.getdoc(value) or "").partition("\n")
        stand_in = ModuleType(f"{value.__module__}.{name}")
        if len(functions) > 1:
            for each in functions:
                setattr(stand_in, each, getattr(self.reference(exercise_id), each))
        setattr(stand_in, stands_for(name, functions), value)
        return Mistake(name, title.strip(), " ".join(words.split()), value, stand_in)

    def _module(self, exercise_id: str) -> ModuleType:
        try:
            module = importlib.import_module(f"{self._package}.{exercise_id.replace('/', '.')}")
        except Exception as error:  # the course's code can raise anything
            file = shown_path(self.path(exercise_id))
            raise SolutionError(
                f"{file}: cannot be loaded: {type(error).__name__}: {error}; correct the file"
            ) from error
        # A mistake may print, and stdout is for results. Not by redirecting stdout, which other threads use.
        vars(module).setdefault("print", lambda *_, **__: None)
        return module


def stands_for(mistake: str, functions: Sequence[str]) -> str:
    """Return the function that a mistake of this name replaces."""
    return next((each for each in functions[1:] if mistake.startswith(f"{each}__")), functions[0])
