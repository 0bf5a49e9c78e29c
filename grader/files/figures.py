"""Figures in texts: computed by functions of the course, filled in by name where `{{ name }}` stands."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from numbers import Real
from types import ModuleType
from typing import Any

from grader.files.yaml_messages import unknown

PLACE = re.compile(r"\{\{\s*(.*?)\s*\}\}", re.DOTALL)
"""Where a figure is filled in. Texts need no template language, and get none: only names stand there."""
UNCLOSED = "`{{` begins a figure that never ends; close it with `}}`"


class FigureError(Exception):
    """A function of figures that cannot be used; the message says why."""


def computed(name: str, module: ModuleType | None) -> dict[str, Any]:
    """Return the figures that a function of a module gives: text and finite numbers by their names.

    Raises:
        FigureError: there is no such function, it goes wrong, or it gives something else.
    """
    functions = _functions(module)
    if name not in functions:
        raise FigureError(unknown("function", name, list(functions)))
    try:
        given = functions[name]()
    except Exception as error:  # it is the course's code, which can go wrong in any way
        raise FigureError(f"`{name}` fails with {type(error).__name__}: {error}; correct the function") from error
    if not isinstance(given, dict):
        raise FigureError(f"`{name}` returns no dictionary; return names and their values")
    for key, value in given.items():
        if not _can_be_shown(value):
            what = f"`{name}` gives `{key}` the value {value!r}; give text, or a number that is finite"
            raise FigureError(what)
    return {str(key): value for key, value in given.items()}


def is_open(text: str) -> bool:
    """Say whether a figure begins in a text that never ends."""
    return "{{" in PLACE.sub("", text)


def _functions(module: ModuleType | None) -> dict[str, Callable[[], Any]]:
    """Return the functions of figures that a module itself defines."""
    own = {name: value for name, value in vars(module).items() if callable(value)} if module else {}
    return {
        name: value
        for name, value in own.items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__  # type: ignore[union-attr]
    }


def _can_be_shown(value: Any) -> bool:
    if isinstance(value, str):
        return True
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
