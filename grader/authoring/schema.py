"""The JSON Schemas: of exercises and courses for editors, of results for those who read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from pydantic import TypeAdapter

from grader.checks import Kinds
from grader.core.generators import KINDS as INPUT_KINDS
from grader.core.models import STRICT
from grader.core.result import RESULT, SCHEMA, SUBMISSION
from grader.course.exercise import Exercise
from grader.course.load import CourseTable
from grader.learner.documents import KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def exercise_schema() -> dict[str, Any]:
    """Return the schema of an exercise file."""
    schema = _schema_of(Exercise)
    definitions: dict[str, Any] = schema["$defs"]
    definitions.pop("Check", None)
    schema["properties"].pop("id")
    inputs = _alternatives(definitions, INPUT_KINDS)
    checks = _alternatives(definitions, Kinds())
    schema["properties"]["checks"]["items"] = checks
    for each in Kinds().values():
        properties = definitions[each.__name__]["properties"]
        if "inputs" in properties:
            properties["inputs"]["additionalProperties"] = inputs
    return {"$schema": DIALECT, **schema}


def course_schema() -> dict[str, Any]:
    """Return the schema of `course.yaml`."""
    return {"$schema": DIALECT, **_schema_of(CourseTable)}


def _schema_of(model: type) -> dict[str, Any]:
    STRICT["use_attribute_docstrings"] = True  # only here: to read them, pydantic looks into our sources
    try:
        schema: dict[str, Any] = TypeAdapter(model).json_schema()
        # Of a class it reads only what the class itself declares.
        for base in filter(is_dataclass, model.__mro__[1:]):
            for name, said in TypeAdapter(base).json_schema()["properties"].items():
                for key, value in said.items():
                    schema["properties"][name].setdefault(key, value)
    finally:
        del STRICT["use_attribute_docstrings"]
    return schema


def _alternatives(definitions: dict[str, Any], known: Mapping[str, type]) -> dict[str, Any]:
    """Add the models of all kinds to the definitions, and return the choice between them."""
    for model in known.values():
        schema = _schema_of(model)
        for name, nested in schema.pop("$defs", {}).items():
            definitions.setdefault(name, nested)
        schema["properties"]["kind"]["description"] = schema["description"]
        definitions[model.__name__] = schema
    return {"oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in known.values()]}


def result_schema() -> dict[str, Any]:
    """Return the schema of `learn/result/v1`."""
    schema = {"$schema": DIALECT, "title": SCHEMA, **RESULT.schema}
    # not required: one submission by itself has none
    schema["properties"] = {**schema["properties"], "submission": SUBMISSION.schema}
    return schema


def learner_schema(command: str) -> dict[str, Any]:
    """Return the schema of the JSON that `learn list`, `status`, `cards`, `glossary` or `doctor` prints."""
    kind = KINDS[command]
    return {"$schema": DIALECT, "title": f"learn/{command}/v1", **kind.schema}
