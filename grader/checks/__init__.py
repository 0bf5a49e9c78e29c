"""The kinds of checks, one file each; a new file here is a new kind."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache

from grader.checks.base import Check

SHARED = ("agreement", "base", "diagnosis", "evidence", "first_difference", "judgement")
"""The modules here that are not a kind of check."""


def kind(name: str) -> type[Check]:
    """Return the class of a kind of check by its name in YAML, which must be one of `Kinds`."""
    # Imported when used: an exercise has three or four kinds, and a cached course needs no other.
    found: type[Check] = importlib.import_module(f"{__name__}.{name}").KIND
    return found


class Kinds(Mapping[str, type[Check]]):
    """The class of every kind of check by name, each imported when it is looked up."""

    def __getitem__(self, name: str) -> type[Check]:
        if name not in _names():  # a name from an author's file must not import any module it likes
            raise KeyError(name)
        return kind(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())


@cache
def _names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in SHARED)
