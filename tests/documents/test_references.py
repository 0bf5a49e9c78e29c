"""The references: pages of keys have all keys, and Python has all types."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from places import ROOT

from grader.authoring.schema import DOCUMENTS

pytestmark = pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is in the checkout only")

PYTHON = ROOT / "docs/reference/python.md"
ALL_KEYS = re.compile(r"^<!-- all keys: (\S+) -->$", re.MULTILINE)
OF_OTHERS = {*"Callable Sequence Mapping Iterable Path Executor None Any False True Json Value".split()}
"""Names of Python's, and those of any value."""


def named() -> dict[str, Any]:
    """Return what the Python reference names."""
    names = re.findall(r"^<!-- generated: python (\S+) -->$", PYTHON.read_text("utf-8"), re.MULTILINE)
    return {
        name.rpartition(".")[2]: getattr(import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
        for name in names
    }


def taken(value: Any) -> Iterator[str]:
    """Yield the names in the types of what a function takes, or of what makes a class."""
    is_called = not inspect.isclass(value) or not issubclass(value, BaseException)
    for parameter in inspect.signature(value).parameters.values() if is_called else ():
        hint = parameter.annotation
        yield from re.findall(r"\b[A-Z]\w+", hint.__name__ if inspect.isclass(hint) else str(hint))


def keys_of(schema: Any) -> Iterator[str]:
    """Yield the keys that a schema has, at any depth."""
    for name, part in (
        schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ()
    ):
        yield from part if name == "properties" else ()
        yield from keys_of(part)


PAGES = [
    (path.name, kind)
    for path in (ROOT / "docs/authoring").glob("*.md")
    for kind in ALL_KEYS.findall(path.read_text("utf-8"))
]


@pytest.mark.parametrize(("page", "kind"), PAGES)
def test_a_page_of_keys_has_a_row_for_each(page: str, kind: str) -> None:
    rows = re.findall(r"^\| (`.+?`) \| .+ \|$", (ROOT / "docs/authoring" / page).read_text("utf-8"), re.MULTILINE)
    shown = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert set(keys_of(DOCUMENTS[kind]())) - shown == set()


def test_these_pages_have_all_keys() -> None:
    assert {kind for _, kind in PAGES} == {"deck", "worksheet", "cheat-sheet", "terms", "course"}


def test_every_type_that_a_function_of_the_python_reference_takes_is_on_it() -> None:
    there = named()
    functions: dict[str, Callable[..., Any]] = {
        name: value for name, value in there.items() if not inspect.isclass(value)
    }
    made = {name: there[name] for name in ("Submission", "Course", "Job", "PlannedSubmission", "Store", "Tolerance")}
    missing = {(name, hint) for name, value in {**functions, **made}.items() for hint in taken(value)}
    assert {entry for entry in missing if entry[1] not in {*there, *OF_OTHERS}} == set()


@pytest.mark.slow
def test_key_tables_are_made_of_the_published_schemas() -> None:
    published = {
        path.name.partition(".")[0]: json.loads(path.read_text("utf-8"))
        for path in (ROOT / "docs/schema").glob("*.json")
    }
    assert {name: make() for name, make in DOCUMENTS.items()} == published
