"""The kinds of checks, one file each that ends with `KIND = …`; a new file here is a new kind."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

from grader.checks.base import Check


class Kinds(Mapping[str, type[Check]]):
    """The class of every kind of check by its name in YAML, each imported when it is looked up."""

    def __getitem__(self, name: str) -> type[Check]:
        # Imported when used: an exercise has three or four kinds, and a cached course needs no other. A name from an
        # author's file must not import any module it likes.
        found = getattr(importlib.import_module(f"{__name__}.{name}"), "KIND", None) if name in _modules() else None
        if found is None:
            raise KeyError(name)
        return cast(type[Check], found)

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in _modules() if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _modules() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


KINDS = Kinds()
