"""The JSON Schemas: of the YAML files of a course for editors, of results for those who read them."""

import math
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial

from pydantic import TypeAdapter

from flashcards.cheat_sheet import Sheet
from flashcards.deck import Deck
from grader.authoring.mutant_list import AllowedFile
from grader.checks import KINDS
from grader.core.generators import KINDS as INPUT_KINDS
from grader.core.result import RESULT, SCHEMA, SUBMISSION
from grader.core.shapes import OTHER_KEYS, RANGE, SET_FROM, STRICT, JsonObject
from grader.course.exercise import Exercise
from grader.course.load import CourseTable
from grader.course.mistakes import WrittenMistake
from grader.course.terms import TermsTable
from grader.files.yaml_load import inner_types
from grader.questions.kinds import kinds
from grader.questions.quiz.models import QuizTable
from grader.questions.worksheet.sheet import Worksheet

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def exercise_schema() -> JsonObject:
    """Return the schema of an exercise file."""
    schema = _schema_of(Exercise)
    definitions: JsonObject = schema["$defs"]
    definitions.pop("Check", None)
    inputs = _alternatives(definitions, INPUT_KINDS)
    schema["properties"]["inputs"]["additionalProperties"] = inputs
    checks = _alternatives(definitions, KINDS)
    schema["properties"]["checks"]["items"] = checks
    for check in KINDS.values():
        properties = definitions[check.__name__]["properties"]
        if "inputs" in properties:
            properties["inputs"]["additionalProperties"] = inputs
    return {"$schema": DIALECT, **schema}


def mistakes_schema() -> JsonObject:
    """Return the schema of the mistakes of an exercise, by their names."""
    schema = _schema_of(WrittenMistake)
    definitions: JsonObject = schema.pop("$defs")
    entries = {"$ref": "#/$defs/WrittenMistake"}
    return {
        "$schema": DIALECT,
        "type": "object",
        "additionalProperties": entries,
        "$defs": {**definitions, "WrittenMistake": schema},
    }


def deck_schema() -> JsonObject:
    """Return the schema of a deck of flashcards."""
    schema = _schema_of(Deck)
    schema["$defs"] = {name: schema["$defs"][name] for name in ("Card", "Source")}
    return {"$schema": DIALECT, **schema}


def quiz_schema() -> JsonObject:
    """Return the schema of a quiz."""
    schema = _schema_of(QuizTable)
    definitions: JsonObject = schema.setdefault("$defs", {})
    schema["properties"]["questions"]["items"] = _alternatives(definitions, kinds())
    definitions.pop("ShownPicture", None)
    return {"$schema": DIALECT, **schema}


def _file_schema(model: type) -> JsonObject:
    """Return the schema of a file that holds one instance of a model."""
    return {"$schema": DIALECT, **_schema_of(model)}


def _schema_of(model: type) -> JsonObject:
    STRICT["use_attribute_docstrings"] = True  # only here: to read them, pydantic looks into our sources
    try:
        schema: JsonObject = TypeAdapter(model).json_schema()
        for part in _models_in(model):
            _refine(schema if part is model else schema["$defs"].get(part.__name__, {}), part)
        # Of a class it reads only what the class itself declares.
        for base in filter(is_dataclass, model.__mro__[1:]):
            for name, said in TypeAdapter(base).json_schema()["properties"].items():
                for key, value in said.items():
                    schema["properties"].get(name, {}).setdefault(key, value)  # fields set on loading are out
    finally:
        del STRICT["use_attribute_docstrings"]
    return schema


def _models_in(model: type) -> Iterator[type]:
    """Yield a model and those of its parts."""
    yield model
    for hint in typing.get_type_hints(model).values():
        yield from (
            inner
            for part in (hint, *inner_types(hint))
            if isinstance(part, type) and is_dataclass(part)
            for inner in _models_in(part)
        )


def _refine(schema: JsonObject, model: type) -> None:
    """Write the range of each number into the schema of a model; take out the fields that authors don't write."""
    for own in fields(model):
        if SET_FROM in own.metadata:
            description = schema.get("properties", {}).pop(own.name, {}).get("description")
            if description and own.metadata[SET_FROM] == OTHER_KEYS:
                schema["additionalProperties"] = {"description": description}
            continue
        least, most = own.metadata.get(RANGE, (-math.inf, math.inf))
        bounds = {key: bound for key, bound in (("minimum", least), ("maximum", most)) if math.isfinite(bound)}
        schema.get("properties", {}).get(own.name, {}).update(bounds)


def _alternatives(definitions: JsonObject, known: Mapping[str, type]) -> JsonObject:
    """Add the models of all kinds to the definitions, and return the choice between them."""
    for model in known.values():
        schema = _schema_of(model)
        for name, nested in schema.pop("$defs", {}).items():
            definitions.setdefault(name, nested)
        schema["properties"]["kind"]["description"] = schema["description"]
        definitions[model.__name__] = schema
    return {"oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in known.values()]}


def result_schema() -> JsonObject:
    """Return the schema of `learn/result/v1`."""
    schema = {"$schema": DIALECT, "title": SCHEMA, **RESULT.schema}
    # not required: one submission by itself has none
    schema["properties"] = {**schema["properties"], "submission": SUBMISSION.schema}
    return schema


DOCUMENTS: dict[str, Callable[[], JsonObject]] = {
    "exercise": exercise_schema,
    "mistakes": mistakes_schema,
    "course": partial(_file_schema, CourseTable),
    "terms": partial(_file_schema, TermsTable),
    "deck": deck_schema,
    "cheat-sheet": partial(_file_schema, Sheet),
    "quiz": quiz_schema,
    "worksheet": partial(_file_schema, Worksheet),
    "mutants": partial(_file_schema, AllowedFile),
    "result": result_schema,
}
"""Makes the schema of each document; docs/schema has what they make, published at the address that YAML files name."""
