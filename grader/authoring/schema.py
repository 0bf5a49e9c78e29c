"""The JSON Schemas: of exercises and courses for editors, of results for those who read them."""

from __future__ import annotations

from typing import Any

from grader.checks import kinds
from grader.core.generators import KINDS as INPUT_KINDS
from grader.core.generators import STRICT
from grader.core.verdict import Verdict
from grader.course.course_file import CourseTable
from grader.course.exercise import Exercise

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def exercise_schema() -> dict[str, Any]:
    """Return the schema of an exercise file."""
    schema = _schema_of(Exercise)
    definitions: dict[str, Any] = schema["$defs"]
    definitions.pop("Check", None)
    schema["properties"].pop("id")
    inputs = _alternatives(definitions, INPUT_KINDS)
    checks = _alternatives(definitions, kinds())
    schema["properties"]["checks"]["items"] = checks
    for each in kinds().values():
        properties = definitions[each.__name__]["properties"]
        if "inputs" in properties:
            properties["inputs"]["additionalProperties"] = inputs
    return {"$schema": DIALECT, **schema}


def course_schema() -> dict[str, Any]:
    """Return the schema of `course.yaml`."""
    return {"$schema": DIALECT, **_schema_of(CourseTable)}


def _schema_of(model: type) -> dict[str, Any]:
    from pydantic import TypeAdapter

    STRICT["use_attribute_docstrings"] = True  # only here: to read them, pydantic looks into our sources
    try:
        schema: dict[str, Any] = TypeAdapter(model).json_schema()
    finally:
        del STRICT["use_attribute_docstrings"]
    return schema


def _alternatives(definitions: dict[str, Any], known: dict[str, type]) -> dict[str, Any]:
    """Add the models of all kinds to the definitions, and return the choice between them."""
    for model in known.values():
        schema = _schema_of(model)
        for name, nested in schema.pop("$defs", {}).items():
            definitions.setdefault(name, nested)
        definitions[model.__name__] = schema
    return {"oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in known.values()]}


def result_schema() -> dict[str, Any]:
    """Return the schema of `learn/result/v1`."""
    text, count, verdict = (
        {"type": "string"},
        {"type": "integer", "minimum": 0},
        {"enum": [each.value for each in Verdict]},
    )
    maybe_text = {"type": ["string", "null"]}
    scores = {"status": verdict, "score": count, "max_score": count}
    mistake = _object({"name": text, "title": text, "words": text}, "A typical mistake that the function behaves like.")
    location = _object({"file": text, "line": {"type": ["integer", "null"], "minimum": 1}}, "Where to look.")
    check = _object(
        {
            "name": text,
            **scores,
            "message": text,
            "call": maybe_text,
            "got": maybe_text,
            "expected": maybe_text,
            "mistake": {"oneOf": [mistake, {"type": "null"}]},
            "location": {"oneOf": [location, {"type": "null"}]},
            "stdout": text,
            "note": maybe_text,
            "hidden": {"type": "boolean"},
        },
        "One check. Scores are whole numbers.",
    )
    exercise = _object(
        {
            "id": text,
            "title": text,
            **scores,
            "file": maybe_text,
            "seconds": {"type": "number", "minimum": 0},
            "checks": {"type": "array", "items": check},
        },
        "One exercise; `file` is null if it was not handed in.",
    )
    submission = _object(
        {
            "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "submitted": maybe_text,
            "due": maybe_text,
            "late_seconds": {"type": ["integer", "null"], "minimum": 0},
            "late": {"type": "boolean"},
            "on_roster": {"type": "boolean"},
        },
        "Of a result that was graded with its class: a hash over all that it depends on, when the submission came and "
        "was due (ISO 8601), and by how much it is late, which changes no score. Its `seconds` are 0.",
    )
    document = _object(
        {
            "schema": {"const": "learn/result/v1"},
            "tool": _object({"name": text, "version": text}, "What graded."),
            "course": _object(
                {"id": text, "version": count, "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
                "What it was graded against.",
            ),
            "student": maybe_text,
            "seed": count,
            "confinement": {
                "type": "array",
                "items": text,
                "description": "The layers that confined the learner's process.",
            },
            **scores,
            "exercises": {"type": "array", "items": exercise},
        },
        "The result of grading one submission; the same input gives the same, `seconds` apart.",
    )
    document["properties"]["submission"] = submission  # not required: one submission by itself has none
    return {"$schema": DIALECT, "title": "learn/result/v1", **document}


def _object(properties: dict[str, Any], description: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
