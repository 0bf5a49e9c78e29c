"""The kinds of checks, one file each; a new file here is a new kind."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from grader.checks.base import Check


@cache
def kinds() -> dict[str, type[Check]]:
    """Return the class of each kind of check under the name that YAML uses."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "base")
    return {name: importlib.import_module(f"{__name__}.{name}").KIND for name in names}
