"""The kinds of checks, one file each; a new file here is a new kind."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from grader.checks.base import Check

SHARED = ("base", "diagnosis", "judgement")
"""The modules here that are no kind of check."""


def kind(name: str) -> type[Check]:
    """Return the class of the checks of one kind, by the name that YAML uses."""
    found: type[Check] = importlib.import_module(f"{__name__}.{name}").KIND
    return found


@cache
def kinds() -> dict[str, type[Check]]:
    """Return the class of every kind of check by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in SHARED)
    return {name: kind(name) for name in names}
