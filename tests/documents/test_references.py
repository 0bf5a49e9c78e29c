"""The reference: pages of keys have all keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from places import ROOT

from grader.authoring.schema import DOCUMENTS

pytestmark = pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is in the checkout only")

ALL_KEYS = re.compile(r"^<!-- all keys: (\S+) -->$", re.MULTILINE)


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


@pytest.mark.slow
def test_key_tables_are_made_of_the_published_schemas() -> None:
    published = {
        path.name.partition(".")[0]: json.loads(path.read_text("utf-8"))
        for path in (ROOT / "docs/schema").glob("*.json")
    }
    assert {name: make() for name, make in DOCUMENTS.items()} == published
