"""Load models from YAML; report all errors of a file at once, each with its line and a correction."""

import json
import operator
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, reduce
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from grader.core.shapes import SET_FROM
from grader.files import strict_yaml
from grader.files.strict_yaml import (
    MAX_PROBLEMS,
    Problem,
    Trail,
    YamlFile,
    described,
    near_misses,
    quoted,
    refuse,
    unknown,
)


class FieldProblem(NamedTuple):
    """An error below some part of a file, and the piece of text there that it is about."""

    trail: Trail
    message: str
    piece: str = ""


SURPLUS = "unexpected_keyword_argument"
"""Pydantic's name for a key that the model does not have."""
EXPECTED = {
    "string_type": "text",
    **dict.fromkeys(("int_type", "int_from_float", "finite_number"), "a whole number"),
    "float_type": "a number",
    "bool_type": "true or false",
    **dict.fromkeys(("tuple_type", "list_type"), "a list"),
    **dict.fromkeys(("dict_type", "dataclass_type"), "a mapping of keys to values"),
}


def load_as(
    model: type,
    path: Path,
    shown: str | None,
    *,
    name: str,
    keys: str,
    more: Callable[[YamlFile], Iterable[Problem]] = lambda _: (),
) -> tuple[YamlFile, Any]:
    """Read a file that holds one instance of a model; return the file and the instance.

    In messages, `shown` replaces the path, `name` is the word for the model, and `keys` are the keys to write if the
    file holds something else. `more` yields further problems of the form, to report with the model's own.

    Raises:
        YamlError: lists all errors of the file's keys and types.
    """
    file = strict_yaml.read(path, shown)
    if not isinstance(file.data, dict):
        refuse([file.problem((), f"the {name} is {described(file.data)}; write {keys}")])
    refuse(chain(model_problems(file, (), model, {}), more(file)))
    return file, adapter(model).validate_json(json.dumps(file.data), strict=True)


def empty_problems(model: object, *keys: str, start: Trail = ()) -> Iterator[FieldProblem]:
    """Yield the texts among some fields of a model that are empty, and the lists without an entry."""
    for key in keys:
        value = getattr(model, key)
        if not (value.strip() if isinstance(value, str) else value):
            advice = "write it" if isinstance(value, str) else "write at least one"
            yield FieldProblem((*start, key), f"`{key}` is empty; {advice}")


def placed(file: YamlFile, start: Trail, found: Iterable[FieldProblem]) -> list[Problem]:
    """Return errors in the part of a file that a trail leads to, each with its line."""
    return [file.problem((*start, *complaint.trail), complaint.message, piece=complaint.piece) for complaint in found]


def tagged_problems(
    file: YamlFile, trail: Trail, what: str, known: Mapping[str, type], leave: dict[str, object], base: type | None
) -> Iterator[Problem]:
    """Validate the mapping at a trail against the model of its `kind`.

    In messages, `what` is the word for the mapping, such as `check`. `leave` holds keys validated elsewhere, with the
    empty values that replace theirs. A mapping without a known kind is validated against `base`, other keys allowed.
    """
    data = value_at(file.data, trail)
    if not isinstance(data, dict):
        yield file.problem(trail, f"the {what} is {described(data)}; write `kind:` and what belongs to it")
        return
    kind = data.get("kind")
    if isinstance(kind, str) and kind in known:
        yield from model_problems(file, trail, known[kind], leave)
        return
    others = {own.name for own in fields(base)} if base else set()
    near = near_misses("kind", [str(key) for key in data if key not in others])
    if "kind" in data and not isinstance(kind, str):
        yield file.problem((*trail, "kind"), f"`kind` is {described(kind)}; write one of {', '.join(known)}")
    elif "kind" in data:
        yield file.problem((*trail, "kind"), unknown(f"kind of {what}", kind, list(known)))
    elif near:
        yield file.problem((*trail, near[0]), unknown("key", near[0], ["kind"]), at_key=True)
    else:
        yield file.problem(trail, f"the key `kind` is missing; write one of {', '.join(known)}")
    if base:
        yield from model_problems(file, trail, base, leave, is_open=True)


def model_problems(
    file: YamlFile, trail: Trail, model: type, leave: Mapping[str, object], *, is_open: bool = False
) -> Iterator[Problem]:
    """Validate the mapping at a trail against a model, except the keys in `leave`; an open model allows other keys."""
    data = {str(key): value for key, value in value_at(file.data, trail).items()}
    for own in fields(model):
        source = own.metadata.get(SET_FROM)
        if source and data.pop(own.name, None) is not None and not is_open:
            what = f"the {own.name} comes from {source}; leave it out"
            yield file.problem((*trail, own.name), what, at_key=True)
    for key, empty in leave.items():
        if isinstance(data.get(key), type(empty)):
            data[key] = empty
    try:
        adapter(model).validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        complaints = error.errors()[:MAX_PROBLEMS]
        surplus = [] if is_open else [complaint["loc"] for complaint in complaints if complaint["type"] == SURPLUS]
        models = {loc: _model_at(model, loc[:-1]) for loc in surplus}
        known = {loc: [own.name for own in fields(models[loc]) if SET_FROM not in own.metadata] for loc in surplus}
        misspelt = {(*loc[:-1], near) for loc in surplus for near in near_misses(loc[-1], known[loc])}
        for complaint in complaints:
            loc, kind = complaint["loc"], complaint["type"]
            if loc in surplus:
                yield file.problem(_real(file, (*trail, *loc)), unknown("key", loc[-1], known[loc]), at_key=True)
            elif kind != SURPLUS and not (kind == "missing" and loc in misspelt):
                yield _problem_of(file, trail, complaint, model)


@cache
def adapter(model: type) -> Any:
    return TypeAdapter(model)


def value_at(data: Any, trail: Trail) -> Any:
    return reduce(operator.getitem, trail, data)


def _real(file: YamlFile, trail: Trail) -> Trail:
    """Return the trail as it stands in the file, where a key may be a number that JSON made text."""
    if trail in file.keys:
        return trail
    return next((key for key in file.keys if tuple(map(str, key)) == tuple(map(str, trail))), trail)


def _problem_of(file: YamlFile, start: Trail, details: Any, model: type) -> Problem:
    """Turn one complaint of pydantic into a problem at its place."""
    location, kind, given = details["loc"], details["type"], details["input"]
    trail, name = (*start, *location), location[-1]
    if kind == "too_long":
        return _count_problem(file, trail, details["ctx"]["max_length"])
    if kind == "missing" and isinstance(name, int):
        return _count_problem(file, trail[:-1], len(typing.get_args(_hint(model, location[:-1]))))
    if kind == "missing":
        return file.problem(trail[:-1], f"the key `{name}` is missing; add `{name}:`")
    if kind == "literal_error":
        return file.problem(trail, unknown(str(name), quoted(given), list(typing.get_args(_hint(model, location)))))
    called = f"`{name}`" if isinstance(name, str) else f"item {name + 1} of `{location[-2]}`"
    if kind == "string_type" and isinstance(given, dict):
        return file.problem(trail, f"{called} is a mapping because of its `:`; put the whole text in quotes")
    wanted = EXPECTED[kind]
    if kind == "dataclass_type":
        own_fields = fields(_model_at(model, location))
        keys = [own.name for own in own_fields if own.default is MISSING and own.default_factory is MISSING]
        wanted = " and ".join(f"`{key}:`" for key in keys) or wanted
    return file.problem(trail, f"{called} is {described(given)}; write {wanted}")


def _count_problem(file: YamlFile, trail: Trail, wanted: int) -> Problem:
    count = len(value_at(file.data, trail))
    return file.problem(trail, f"the length of `{trail[-1]}` is {count}; write {wanted} items")


def _hint(model: type, location: Trail) -> Any:
    """Return the type of the field at a location below `model`."""
    return typing.get_type_hints(_model_at(model, location[:-1]))[str(location[-1])]


def _model_at(model: type, location: Trail) -> type:
    """Return the model of what stands at a location below `model`."""
    for part in location:
        if isinstance(part, str):
            hint = typing.get_type_hints(model).get(part)  # None for the key of an entry, such as a card's id
            found = [kind for kind in (hint, *inner_types(hint)) if isinstance(kind, type) and is_dataclass(kind)]
            model = found[0] if found else model
    return model


def inner_types(hint: object) -> Iterator[Any]:
    """Yield the types within a type, at any depth, such as `int` in `tuple[int, ...]`."""
    for argument in typing.get_args(hint):
        yield argument
        yield from inner_types(argument)
