"""The schemas in docs/schema are those that the engine makes, and describe every key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jsonschema
import pytest
import yaml
from golden import assert_same
from places import ROOT

from grader.authoring.schema import DOCUMENTS


@cache
def schema(document: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(
        json.loads((ROOT / f"docs/schema/{document}.schema.json").read_text("utf-8"))
    )


def read(text: str) -> object:
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_published_schema_is_the_one_that_is_made(request: pytest.FixtureRequest, document: str) -> None:
    made = DOCUMENTS[document]()
    assert_same(
        request,
        ROOT / f"docs/schema/{document}.schema.json",
        json.dumps(made, indent=2, ensure_ascii=False) + "\n",
    )
    jsonschema.Draft202012Validator.check_schema(made)


def properties(part: object, trail: str = "") -> Iterator[tuple[str, object]]:
    for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        if key == "properties" and isinstance(value, dict):
            yield from ((f"{trail}/{name}", declared) for name, declared in value.items())
        yield from properties(value, f"{trail}/{key}")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_property_of_a_schema_is_described(document: str) -> None:
    declared = list(properties(json.loads((ROOT / f"docs/schema/{document}.schema.json").read_text("utf-8"))))
    assert declared
    assert [trail for trail, each in declared if not (isinstance(each, dict) and each.get("description"))] == []


def shipped() -> list[Path]:
    """Return the YAML files of the course in this checkout; none where only the package is installed."""
    paths = [path for name in ("exercises", "solutions", "flashcards") for path in (ROOT / name).rglob("*.yaml")]
    return sorted(path for path in paths if "templates" not in path.parts)


MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


@pytest.mark.parametrize("path", shipped(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_yaml_file_names_a_schema_that_is_there_and_keeps_to_it(path: Path) -> None:
    text = path.read_text("utf-8")
    named = MODELINE.match(text)
    assert named
    file = (path.parent / named[1]).resolve()
    assert file.parent == ROOT / "docs/schema"
    document = file.name.removesuffix(".schema.json")
    assert document in DOCUMENTS
    schema(document).validate(read(text))
