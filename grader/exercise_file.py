"""Load an exercise from YAML: every error of the file at once, each at its line, with what to write instead."""

from __future__ import annotations

import difflib
import json
import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from grader import yamlfile
from grader.checks import kinds
from grader.exercise import Exercise, field_names, from_json
from grader.inputs import KINDS as INPUT_KINDS
from grader.signature import SignatureError, parse
from grader.yamlfile import Problem, Trail, YamlError, YamlFile

ID = re.compile(r"[a-z][a-z0-9_]{0,39}$")
HINTS = 3

EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping of keys to values",
    "dataclass_type": "a mapping of keys to values",
}
KINDS_OF_VALUES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "a mapping",
}


class ExerciseError(Exception):
    """Course files that cannot be used; `problems` holds everything wrong with them."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def load(path: Path, exercise_id: str, companion: ModuleType | None, shown: str | None = None) -> dict[str, Any]:
    """Load an exercise, and return its data, which `from_json` makes an `Exercise`.

    Raises:
        ExerciseError: with everything that is wrong with the file.
    """
    try:
        file = yamlfile.read(path, shown)
    except YamlError as error:
        raise ExerciseError(error.problems) from error
    problems = list(form_problems(file))
    if not problems:
        exercise: Exercise = from_json(Exercise, {**file.data, "id": exercise_id})
        problems = list(meaning_problems(file, exercise, companion))
    if problems:
        raise ExerciseError(sorted(set(problems)))
    return dict(file.data)


# --- form: keys and types -------------------------------------------------------------------


def form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield every key that is unknown or missing and every value of the wrong type."""
    if not isinstance(file.data, dict):
        yield file.problem((), "is not an exercise; write `title:`, `function:` and so on")
        return
    if "id" in file.data:
        yield file.problem(("id",), "the id comes from the file's name; leave it out", at_key=True)
    yield from model_problems(file, (), Exercise, {"checks": []})
    checks = file.data.get("checks")
    if not isinstance(checks, list):
        return
    for index in range(len(checks)):
        trail: Trail = ("checks", index)
        yield from _tagged_problems(file, trail, "check", kinds(), {"inputs": {}})
        inputs = checks[index].get("inputs") if isinstance(checks[index], dict) else None
        for name in inputs if isinstance(inputs, dict) else ():
            yield from _tagged_problems(file, (*trail, "inputs", name), "input", INPUT_KINDS, {})


def _tagged_problems(
    file: YamlFile, trail: Trail, what: str, known: Mapping[str, type], leave: dict[str, Any]
) -> Iterator[Problem]:
    """Check a mapping whose `kind` says which model it must fit."""
    data = _at(file.data, trail)
    article = "an" if what[0] in "aeiou" else "a"
    if not isinstance(data, dict):
        yield file.problem(trail, f"is {described(data)}, not {article} {what}; write `kind:` and what belongs to it")
    elif "kind" not in data:
        yield file.problem(trail, f"the key `kind` is missing; write one of {', '.join(known)}")
    elif data["kind"] not in known:
        yield file.problem((*trail, "kind"), unknown(f"kind of {what}", data["kind"], list(known)))
    else:
        yield from model_problems(file, trail, known[data["kind"]], leave)


def model_problems(file: YamlFile, trail: Trail, model: type, leave: dict[str, Any]) -> Iterator[Problem]:
    """Hold the mapping at a trail against a model, but for the keys in `leave`, which are checked elsewhere."""
    from pydantic import ValidationError

    data = dict(_at(file.data, trail))
    for key, empty in leave.items():
        if isinstance(data.get(key), type(empty)):
            data[key] = empty
    try:
        _adapter(model).validate_json(json.dumps(data, default=str), strict=True)
    except ValidationError as error:
        for details in error.errors():
            if details["loc"] != ("id",):
                yield _problem_of(file, trail, details, model)


@cache
def _adapter(model: type) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(model)


def _at(data: Any, trail: Trail) -> Any:
    for part in trail:
        data = data[part]
    return data


def _problem_of(file: YamlFile, start: Trail, details: Any, model: type) -> Problem:
    """Turn one complaint of pydantic into a problem at its place."""
    trail, kind = (*start, *details["loc"]), details["type"]
    name = details["loc"][-1] if details["loc"] else ""
    if kind == "unexpected_keyword_argument":
        known = field_names(_model_at(model, details["loc"][:-1]))
        return file.problem(trail, unknown("key", name, known), at_key=True)
    if kind == "missing" and isinstance(name, int):
        return file.problem(trail[:-1], "has too few items; write one more")
    if kind == "missing":
        return file.problem(trail[:-1], f"the key `{name}` is missing")
    if kind == "literal_error":
        return file.problem(trail, f"`{details['input']}` is not allowed here; write {details['ctx']['expected']}")
    if kind in ("too_long", "too_short"):
        return file.problem(trail, "has the wrong number of items; write as many as are needed")
    if kind in EXPECTED:
        return file.problem(trail, f"`{name}` is {described(details['input'])}; write {EXPECTED[kind]}")
    return file.problem(trail, f"`{name}`: {details['msg'][:1].lower()}{details['msg'][1:]}; correct it")


def _model_at(model: type, location: Trail) -> type:
    """Return the model of what stands at a location below `model`."""
    for part in location:
        if isinstance(part, str):
            hint = typing.get_type_hints(model)[part]
            found = [each for each in (hint, *_inner(hint)) if is_dataclass(each)]
            model = found[0] if found else model  # type: ignore[assignment]
    return model


def _inner(hint: Any) -> Iterator[Any]:
    for argument in typing.get_args(hint):
        yield argument
        yield from _inner(argument)


def unknown(what: str, name: Any, known: list[str]) -> str:
    """Say that a name is not known, and which it may have been meant to be."""
    near = difflib.get_close_matches(str(name), known, n=1)
    advice = f"did you mean `{near[0]}`?" if near else f"use one of {', '.join(known)}"
    return f"unknown {what} `{name}`; {advice}"


def described(value: Any) -> str:
    """Name a YAML value's type in plain words."""
    return "empty" if value is None else KINDS_OF_VALUES.get(type(value), type(value).__name__)


# --- meaning: what belongs together ---------------------------------------------------------


def meaning_problems(file: YamlFile, exercise: Exercise, companion: ModuleType | None) -> Iterator[Problem]:
    """Yield what does not fit together in an exercise whose form is right."""
    if len(exercise.hints) != HINTS:
        yield file.problem(
            ("hints",), f"has {len(exercise.hints)} hints; write {HINTS}, from a nudge to almost the answer"
        )
    if not exercise.sources:
        yield file.problem(("sources",), "names no source; write where the formula or fact comes from")
    for key in ("title", "objective", "task", "explain"):
        if not getattr(exercise, key).strip():
            yield file.problem((key,), f"`{key}` is empty; write it")
    for index, hint in enumerate(exercise.hints):
        if not hint.strip():
            yield file.problem(("hints", index), "an empty hint; write it")
    yield from _limit_problems(file, exercise)
    yield from _check_list_problems(file, exercise)
    try:
        signature = parse(exercise.signature)
    except SignatureError as error:
        yield file.problem(("signature",), f"`{exercise.signature}` {error}")
        return
    if signature.function != exercise.function:
        yield file.problem(
            ("signature",), f"is of `{signature.function}`, but `function` is `{exercise.function}`; make them the same"
        )
    setting = exercise.setting(companion)
    for index, check in enumerate(exercise.checks):
        for trail, message in check.problems(setting):
            yield file.problem(("checks", index, *trail), message)


def _limit_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    limits = exercise.limits
    for key in ("call_seconds", "exercise_seconds", "memory_mib", "output_characters"):
        if getattr(limits, key) <= 0:
            yield file.problem(("limits", key), f"`{key}` must be more than 0")
    if limits.call_seconds > limits.exercise_seconds:
        yield file.problem(
            ("limits",), "one call may take longer than the whole exercise; make `exercise_seconds` the larger"
        )


def _check_list_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield names that are not unique, needs that are not met, and points that do not add up."""
    if not exercise.checks:
        yield file.problem(("checks",), "has no check; write at least one")
    seen: list[str] = []
    for index, check in enumerate(exercise.checks):
        trail: Trail = ("checks", index)
        if check.name in seen:
            yield file.problem((*trail, "name"), f"another check is called `{check.name}`; give each a name of its own")
        if check.needs is not None and check.needs not in seen:
            yield file.problem(
                (*trail, "needs"),
                f"no earlier check has this name: {unknown('check', check.needs, seen) if seen else 'this is the first'}",
            )
        if check.points < 0:
            yield file.problem((*trail, "points"), "`points` must not be negative")
        seen.append(check.name)
    total = sum(check.points for check in exercise.checks)
    if total != exercise.points:
        yield file.problem(
            ("points",), f"is {exercise.points}, but the points of the checks add up to {total}; make them equal"
        )
