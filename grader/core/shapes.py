"""Declare the shapes of documents: YAML content that pydantic validates, and JSON that we write and read ourselves.

The declaration of a JSON document writes it, reads and checks it, and gives its JSON Schema. Pydantic could do the same,
but every process that grades writes results, and importing it costs as much CPU as grading two submissions, so results
stay NamedTuples.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, NamedTuple, NoReturn, dataclass_transform

Json = Any
"""A value of a JSON document, or what it is in Python."""
JsonObject = dict[str, Json]
STRICT: dict[str, Json] = {"extra": "forbid"}
"""How pydantic validates the data classes of YAML content: unknown keys are errors."""
SET_FROM = "set_from"
"""Says in a field's metadata what it is set from on loading; authors must not write it."""
OTHER_KEYS = "the other keys"
"""As `SET_FROM`: the field collects all keys of the mapping that no other field has."""
RANGE = "range"
"""Gives the smallest and the largest value of a field in its metadata."""
MOST = 2**53
"""JSON numbers beyond are not exact everywhere (RFC 8259, section 6), and sums of them overflow a float."""
MISSING = object()


# --- YAML --------------------------------------------------------------------------------------


def set_field(source: str) -> Any:
    """Declare a text that is set on loading, from `source` in the words of messages, and that authors must not write."""
    return field(default="", metadata={SET_FROM: source})


def number_field(least: float, most: float = math.inf, **declared: Any) -> Any:
    """Declare a number from `least` to `most`; `range_problems` reports any other, and the JSON Schema has both."""
    return field(metadata={RANGE: (least, most)}, **declared)


def range_problems(instance: Any) -> Iterator[tuple[str, str]]:
    """Yield the key of each number that is out of its range, with a message."""
    for own in fields(instance):
        least, most = own.metadata.get(RANGE, (-math.inf, math.inf))
        value = getattr(instance, own.name)
        if RANGE in own.metadata and value is not None and not least <= value <= most:
            advice = f"{least:g} to {most:.15g}" if most < math.inf else f"{least:g} or more"
            yield own.name, f"`{own.name}` is {value:.15g}; write {advice}"


@dataclass_transform(field_specifiers=(field, set_field, number_field), frozen_default=True, kw_only_default=True)
def yaml_model(cls: type) -> type:
    """Make a class a frozen dataclass whose fields are the keys of a YAML mapping."""
    cls.__pydantic_config__ = STRICT  # type: ignore[attr-defined]  # pydantic looks for it
    return dataclass(frozen=True, kw_only=True)(cls)


# --- JSON --------------------------------------------------------------------------------------


class ShapeError(ValueError):
    """A document has another shape; the message has the path of the value that is wrong."""


class Kind(NamedTuple):
    """A kind of value: its schema, and the functions that read (or raise ShapeError) and write it."""

    schema: dict[str, Json]
    load: Callable[[Json], Json]
    dump: Callable[[Json], Json]

    def described(self, description: str) -> "Kind":
        """Return this kind with a description of one of its uses."""
        return self._replace(schema={**self.schema, "description": description})


def simple(schema: dict[str, Json], of: tuple[type, ...], fits: Callable[[Json], bool] | None = None) -> Kind:
    """Return the kind of JSON values of exactly the types `of` (a bool is no int) that `fits` accepts."""

    def load(value: Json) -> Json:
        if type(value) in of and (fits is None or fits(value)):
            return value
        raise ShapeError(" is of the wrong kind")

    return Kind(schema, load, lambda value: value)


TEXT = simple({"type": "string"}, (str,))
SHA256 = simple({"type": "string", "pattern": "^[0-9a-f]{64}$"}, (str,))
FLAG = simple({"type": "boolean"}, (bool,))
WHOLE = simple({"type": "integer", "minimum": 0}, (int,), lambda value: value >= 0)
COUNT = simple({"type": "integer", "minimum": 0}, (int,), lambda value: 0 <= value < MOST)
LINE = simple({"type": "integer", "minimum": 1}, (int,), lambda value: 1 <= value < MOST)
SECONDS = simple({"type": "number", "minimum": 0}, (int, float), lambda value: 0 <= value < MOST)._replace(
    dump=lambda value: round(value, 3)
)


def one_of(members: type[Enum]) -> Kind:
    """Return the kind of an enum's values, which must be texts."""
    known = {member.value: member for member in members}
    text = simple({"enum": list(known)}, (str,), known.__contains__)
    return text._replace(load=lambda value: known[text.load(value)], dump=lambda member: member.value)


def optional(kind: Kind, none: Json = None) -> Kind:
    """Return the kind that may also be null, which is `none` in Python; documents of earlier versions may lack it."""
    null: dict[str, Json]
    if "properties" in kind.schema:
        null = {"oneOf": [kind.schema, {"type": "null"}], "description": kind.schema["description"]}
    else:
        null = {**kind.schema, "type": [kind.schema["type"], "null"]}
    return Kind(
        null,
        lambda value: none if value is None or value is MISSING else kind.load(value),
        lambda value: None if value == none else kind.dump(value),
    )


def many(kind: Kind) -> Kind:
    """Return the kind of a list, which is a tuple in Python."""
    values = simple({"type": "array", "items": kind.schema}, (list,))

    def load(value: Json) -> tuple[Json, ...]:
        try:
            return tuple(map(kind.load, values.load(value)))
        except ShapeError:
            _raise_with_path((place, item, kind) for place, item in enumerate(values.load(value)))

    return values._replace(load=load, dump=lambda value: list(map(kind.dump, value)))


def record(make: Any, description: str, **declared: Kind | tuple[str, Kind]) -> Kind:
    """Return the kind of an object, which is the NamedTuple `make` in Python.

    Each key is declared with its kind; with the name of the attribute as well, if that differs. A property of the
    NamedTuple is compared when it is read. Other keys are ignored, since later versions may add some.
    """
    fields = [(key, *(kind if type(kind) is tuple else (key, kind))) for key, kind in declared.items()]
    loaders = [(key, name, kind.load) for key, name, kind in fields]
    computed = [(key, name) for key, name, _ in fields if name not in make._fields]
    schema = {
        "type": "object",
        "description": description,
        "properties": {key: kind.schema for key, _, kind in fields},
        "required": list(declared),
        "additionalProperties": False,
    }
    objects = simple(schema, (dict,))

    def load(data: Json) -> Json:
        objects.load(data)
        try:
            values = {name: load_value(data.get(key, MISSING)) for key, name, load_value in loaders}
        except ShapeError:
            _raise_with_path((key, data.get(key, MISSING), kind) for key, _, kind in fields)
        said = [(key, name, values.pop(name)) for key, name in computed]
        made = make(**values)
        for key, name, value in said:
            if value != getattr(made, name):
                raise ShapeError(f".{key} is not what the rest comes to")
        return made

    return objects._replace(
        load=load, dump=lambda value: {key: kind.dump(getattr(value, name)) for key, name, kind in fields}
    )


def _raise_with_path(parts: Iterable[tuple[str | int, Json, Kind]]) -> NoReturn:
    """Raise the error of the first wrong part: loading again is cheaper than to catch errors around every value."""
    for key, value, kind in parts:
        try:
            kind.load(value)
        except ShapeError as error:
            raise ShapeError(f".{key}{' is missing' if value is MISSING else error}") from None
    raise AssertionError("every part is right")
