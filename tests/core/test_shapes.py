"""Documents: what each kind of JSON value accepts, what its schema says, and where an error is."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest

from grader.core import shapes
from grader.core.shapes import Kind, ShapeError, many, one_of, optional, record


class Color(Enum):
    """Colors."""

    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    """A point whose sum is computed."""

    x: int
    label: str = ""

    @property
    def twice(self) -> int:
        """Return twice x."""
        return 2 * self.x


POINT = record(Point, "A point.", x=shapes.COUNT, name=("label", optional(shapes.TEXT, "")), twice=shapes.COUNT)
KINDS: dict[str, tuple[Kind, list[Any], list[Any], dict[str, Any]]] = {
    # a kind, values that it takes, values that it refuses, its schema
    "text": (shapes.TEXT, ["", "a"], [None, 1, b"", ["a"]], {"type": "string"}),
    "hash": (shapes.SHA256, ["0" * 64], [None], {"type": "string", "pattern": "^[0-9a-f]{64}$"}),
    "flag": (shapes.FLAG, [True, False], [0, 1, None, "true"], {"type": "boolean"}),
    "whole": (shapes.WHOLE, [0, 1, 2**80], [-1, 1.0, True, "1"], {"type": "integer", "minimum": 0}),
    "count": (shapes.COUNT, [0, 1, 2**53 - 1], [-1, 2**53, 1.0, True], {"type": "integer", "minimum": 0}),
    "line": (shapes.LINE, [1, 2**53 - 1], [0, -1, 2**53, 1.0, True], {"type": "integer", "minimum": 1}),
    "seconds": (shapes.SECONDS, [0, 0.0, 1.5, 3], [-0.1, 2.0**53, True, "1", float("nan")], {"type": "number", "minimum": 0}),
    "one of": (one_of(Color), ["red", "blue"], ["green", None, Color.RED, ["red"]], {"enum": ["red", "blue"]}),
    "list": (many(shapes.FLAG), [[], [True, False]], [None, (True,), [1], {}], {"type": "array", "items": {"type": "boolean"}}),
    "or null": (optional(shapes.LINE), [None, 1], [0, "1"], {"type": ["integer", "null"], "minimum": 1}),
    "list or null": (optional(many(shapes.FLAG), ()), [None, [True]], [[1], False], {"type": ["array", "null"], "items": {"type": "boolean"}}),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "takes", "refuses", "schema"), list(KINDS.values()), ids=list(KINDS))
def test_a_kind_takes_these_values_and_no_others(
    kind: Kind, takes: list[Any], refuses: list[Any], schema: dict[str, Any]
) -> None:
    for value in takes:
        assert kind.dump(kind.load(value)) == value
    for value in refuses:
        with pytest.raises(ShapeError):
            kind.load(value)
    assert kind.schema == schema


def test_values_in_python_are_not_those_of_json() -> None:
    assert one_of(Color).load("red") is Color.RED
    assert many(one_of(Color)).load(["red", "blue"]) == (Color.RED, Color.BLUE)
    assert many(one_of(Color)).dump((Color.BLUE,)) == ["blue"]
    assert shapes.SECONDS.dump(1.23456) == 1.235
    absent = optional(shapes.TEXT, "")
    assert (absent.load(None), absent.load(""), absent.load("a")) == ("", "", "a")
    assert (absent.dump(""), absent.dump("a")) == (None, "a")


def test_a_record_is_an_object_with_its_keys_and_its_schema_says_so() -> None:
    assert POINT.load({"x": 1, "name": "a", "twice": 2, "later": []}) == Point(1, "a")
    assert POINT.load({"x": 1, "twice": 2}) == Point(1)  # a document of an earlier version
    assert POINT.dump(Point(1)) == {"x": 1, "name": None, "twice": 2}
    assert POINT.schema == {
        "type": "object",
        "description": "A point.",
        "properties": {
            "x": {"type": "integer", "minimum": 0},
            "name": {"type": ["string", "null"]},
            "twice": {"type": "integer", "minimum": 0},
        },
        "required": ["x", "name", "twice"],
        "additionalProperties": False,
    }
    assert optional(POINT).schema == {"oneOf": [POINT.schema, {"type": "null"}], "description": "A point."}
    assert POINT.described("Where it begins.").schema == {**POINT.schema, "description": "Where it begins."}


WRONG: dict[str, tuple[Kind, Any, str]] = {
    "no object": (POINT, [], " is of the wrong kind"),
    "a missing key": (POINT, {"name": "a", "twice": 2}, ".x is missing"),
    "a wrong value": (POINT, {"x": -1, "twice": -2}, ".x is of the wrong kind"),
    "a wrong value of a key of another name": (POINT, {"x": 1, "name": 3, "twice": 2}, ".name is of the wrong kind"),
    "another result": (POINT, {"x": 1, "twice": 3}, ".twice is not what the rest comes to"),
    "in a list": (many(POINT), [{"x": 1, "twice": 2}, {"x": 1, "name": []}], ".1.name is of the wrong kind"),
    "no list": (many(POINT), {}, " is of the wrong kind"),
}


@pytest.mark.parametrize(("kind", "document", "words"), list(WRONG.values()), ids=list(WRONG))
def test_an_error_has_the_path_of_the_first_wrong_value(kind: Kind, document: Any, words: str) -> None:
    with pytest.raises(ShapeError) as caught:
        kind.load(document)
    assert str(caught.value) == words
