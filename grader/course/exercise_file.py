"""Load an exercise from YAML: every error of the file at once, each at its line, with what to write instead."""

from __future__ import annotations

import difflib
import json
import math
import re
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.checks import kinds
from grader.checks.base import Check
from grader.core.generators import KINDS as INPUT_KINDS
from grader.core.signature import SignatureError, parse
from grader.course.exercise import Exercise, from_json
from grader.course.yaml_values import STAND_INS
from grader.files import strict_yaml
from grader.files.strict_yaml import Problem, Trail, YamlError, YamlFile
from grader.files.yaml_messages import described, near_misses, quoted, unknown

ID = re.compile(r"[a-z][a-z0-9_]{0,39}\Z")
HINTS = 3

EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "finite_number": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping of keys to values",
    "dataclass_type": "a mapping of keys to values",
}


class ExerciseError(Exception):
    """Course files that cannot be used; `problems` holds everything wrong with them."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def open_yaml(path: Path, shown: str | None = None) -> YamlFile:
    """Read a file of the course.

    Raises:
        ExerciseError: it is no YAML, or not the YAML that we take.
    """
    try:
        return strict_yaml.read(path, shown)
    except YamlError as error:
        raise ExerciseError(error.problems) from error


def open_as(model: type, path: Path, shown: str | None, *, name: str, keys: str) -> YamlFile:
    """Read a file that holds one thing of a model; `name` and `keys` are for the message if it is something else.

    Raises:
        ExerciseError: with everything that is wrong with the file's keys and types.
    """
    file = open_yaml(path, shown)
    if not isinstance(file.data, dict):
        refuse([file.problem((), f"the {name} is {described(file.data)}; write {keys}")])
    refuse(model_problems(file, (), model, {}))
    return file


def refuse(problems: Iterable[Problem]) -> None:
    """Raise an error with all problems, in the order of their places, if there are any.

    Raises:
        ExerciseError: there are.
    """
    found = sorted(set(problems))
    if found:
        raise ExerciseError(found)


def load(path: Path, exercise_id: str, companion: ModuleType | None, shown: str | None = None) -> dict[str, Any]:
    """Load an exercise, and return its data, which `from_json` makes an `Exercise`.

    Raises:
        ExerciseError: with everything that is wrong with the file.
    """
    file = open_yaml(path, shown)
    refuse(form_problems(file))
    exercise: Exercise = from_json(Exercise, {**file.data, "id": exercise_id})
    refuse(meaning_problems(file, exercise, companion))
    return dict(file.data)


# --- form: keys and types -------------------------------------------------------------------


def form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield every key that is unknown or missing and every value of the wrong type."""
    if not isinstance(file.data, dict):
        yield file.problem((), f"the exercise is {described(file.data)}; write `title:`, `function:` and so on")
        return
    if "id" in file.data:
        yield file.problem(("id",), "the id comes from the file's name; leave it out", at_key=True)
    yield from model_problems(file, (), Exercise, {"checks": []})
    checks = file.data.get("checks")
    for index in range(len(checks) if isinstance(checks, list) else 0):
        trail: Trail = ("checks", index)
        yield from _tagged_problems(file, trail, "check", kinds(), {"inputs": {}}, Check)
        check = _at(file.data, trail)
        if isinstance(check, dict):
            for key in ("cases", "scripts", "args"):
                yield from _stand_in_problems(file, (*trail, key)) if key in check else ()
            inputs = check.get("inputs")
            for name in inputs if isinstance(inputs, dict) else ():
                yield from _tagged_problems(file, (*trail, "inputs", name), "input", INPUT_KINDS, {}, None)


def _tagged_problems(
    file: YamlFile, trail: Trail, what: str, known: Mapping[str, type], leave: dict[str, Any], base: type | None
) -> Iterator[Problem]:
    """Check a mapping whose `kind` says which model it must fit; without a kind it must still fit `base`."""
    data = _at(file.data, trail)
    if not isinstance(data, dict):
        yield file.problem(trail, f"the {what} is {described(data)}; write `kind:` and what belongs to it")
        return
    kind = data.get("kind")
    if isinstance(kind, str) and kind in known:
        yield from model_problems(file, trail, known[kind], leave)
        return
    near = difflib.get_close_matches("kind", [str(key) for key in data if key != "name"], n=1)
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
    file: YamlFile, trail: Trail, model: type, leave: dict[str, Any], *, is_open: bool = False
) -> Iterator[Problem]:
    """Hold the mapping at a trail against a model.

    The keys in `leave` are checked elsewhere; an open model does not mind other keys.
    """
    from pydantic import ValidationError

    data = {str(key): value for key, value in _at(file.data, trail).items()}
    if model is Exercise:
        data.pop("id", None)
    for key, empty in leave.items():
        if isinstance(data.get(key), type(empty)):
            data[key] = empty
    try:
        _adapter(model).validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        complaints = error.errors()
        known = {each["loc"]: _keys(_model_at(model, each["loc"][:-1])) for each in complaints}
        surplus = [each["loc"] for each in complaints if each["type"] == "unexpected_keyword_argument"]
        surplus = [] if is_open else surplus
        misspelt = {(*loc[:-1], near) for loc in surplus for near in near_misses(loc[-1], known[loc])}
        for each in complaints:
            loc = each["loc"]
            if loc in surplus:
                name = loc[-1]
                yield file.problem(_real(file, (*trail, *loc)), unknown("key", name, known[loc]), at_key=True)
            elif each["type"] != "unexpected_keyword_argument" and not (each["type"] == "missing" and loc in misspelt):
                yield _problem_of(file, trail, each, model)


@cache
def _adapter(model: type) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(model)


def _at(data: Any, trail: Trail) -> Any:
    for part in trail:
        data = data[part]
    return data


def _real(file: YamlFile, trail: Trail) -> Trail:
    """Return the trail as it stands in the file, where a key may be a number that JSON made text."""
    return next((each for each in file.keys if tuple(map(str, each)) == tuple(map(str, trail))), trail)


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
    return file.problem(trail, f"{called} is {described(given)}; write {EXPECTED[kind]}")


def _count_problem(file: YamlFile, trail: Trail, wanted: int) -> Problem:
    return file.problem(trail, f"the length of `{trail[-1]}` is {len(_at(file.data, trail))}; write {wanted} items")


def _keys(model: type) -> list[str]:
    """Return the keys that authors may write in a model."""
    return [each.name for each in fields(model) if (model, each.name) != (Exercise, "id")]


def _hint(model: type, location: Trail) -> Any:
    """Return the type of the field at a location below `model`."""
    return typing.get_type_hints(_model_at(model, location[:-1]))[str(location[-1])]


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


# --- form: what stands for values that YAML cannot write -----------------------------------------


def _stand_in_problems(file: YamlFile, trail: Trail) -> Iterator[Problem]:
    """Yield every `{spy: ...}`, `{made: ...}`, `{seed: ...}`, `{array: ..., dtype: ...}`, `{tuple: ...}` and `{bytes: ...}` below a trail whose parts are wrong."""
    value = _at(file.data, trail)
    if isinstance(value, list):
        for index in range(len(value)):
            yield from _stand_in_problems(file, (*trail, index))
    elif isinstance(value, dict):
        test = STAND_INS.get(frozenset(map(str, value)))
        message = test(value) if test else ""
        if message:
            yield file.problem(trail, message)
            return
        for key in value:
            yield from _stand_in_problems(file, (*trail, key))


# --- meaning: what belongs together ---------------------------------------------------------


def meaning_problems(file: YamlFile, exercise: Exercise, companion: ModuleType | None) -> Iterator[Problem]:
    """Yield what does not fit together in an exercise whose form is right."""
    yield from _text_problems(file, exercise)
    yield from _number_problems(file, exercise)
    yield from _check_list_problems(file, exercise)
    try:
        signature = parse(exercise.signature)
    except SignatureError as error:
        yield file.problem(("signature",), f"`{exercise.signature.strip()}` {error}")
        return
    if signature.function != exercise.function:
        yield file.problem(
            ("signature",),
            f"`signature` is of `{signature.function}`, but `function` is `{exercise.function}`; make them the same",
        )
    setting = exercise.setting(companion)
    for index, check in enumerate(exercise.checks):
        try:
            own = setting.of(check)
        except SignatureError as error:
            yield file.problem(("checks", index, "signature"), f"`{(check.signature or '').strip()}` {error}")
            continue
        for trail, message in check.problems(own):
            is_argument = len(trail) > 1 and trail[-2] in ("args", "inputs")
            is_key = is_argument and own.signature.parameter(str(trail[-1])) is None
            yield file.problem(("checks", index, *trail), message, at_key=is_key)


def _text_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield texts that are empty, and lists of texts that are too short."""
    if len(exercise.hints) != HINTS:
        advice = f"write {HINTS} hints, from a nudge to almost the answer"
        yield file.problem(("hints",), f"the number of hints is {len(exercise.hints)}; {advice}")
    if not exercise.sources:
        yield file.problem(("sources",), "`sources` is empty; write where the formula or fact comes from")
    texts: dict[Trail, str] = {(key,): getattr(exercise, key) for key in ("title", "objective", "task", "explain")}
    texts |= {("hints", index): hint for index, hint in enumerate(exercise.hints)}
    texts |= {("sources", index, "title"): source.title for index, source in enumerate(exercise.sources)}
    texts |= {("checks", index, "name"): check.name for index, check in enumerate(exercise.checks)}
    for trail, text in texts.items():
        if not text.strip():
            name = f"`{trail[-1]}`" if isinstance(trail[-1], str) else "the hint"
            yield file.problem(trail, f"{name} is empty; write it")


def _number_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield limits and tolerances that make no sense."""
    limits, tolerance = exercise.limits, exercise.tolerance
    for key in ("call_seconds", "exercise_seconds", "memory_mib", "output_characters"):
        if not 0 < getattr(limits, key) < math.inf:
            yield file.problem(("limits", key), f"`{key}` is {getattr(limits, key):g}; write a number above 0")
    if limits.call_seconds > limits.exercise_seconds:
        yield file.problem(
            ("limits",), "one call may take longer than the whole exercise; make `exercise_seconds` the larger"
        )
    for key in ("relative", "absolute", "float32"):
        if not 0 <= getattr(tolerance, key) < math.inf:
            yield file.problem(("tolerance", key), f"`{key}` is {getattr(tolerance, key):g}; write 0 or a small number")


def _check_list_problems(file: YamlFile, exercise: Exercise) -> Iterator[Problem]:
    """Yield names that are not unique, needs that are not met, and points that do not add up."""
    if not exercise.checks:
        yield file.problem(("checks",), "`checks` is empty; write at least one")
    names = [check.name for check in exercise.checks]
    for index, check in enumerate(exercise.checks):
        trail: Trail = ("checks", index)
        earlier = names[:index]
        if check.name in earlier:
            yield file.problem((*trail, "name"), f"another check is called `{check.name}`; give each a name of its own")
        if check.needs is not None and check.needs not in earlier:
            yield file.problem((*trail, "needs"), _unmet(check.needs, earlier, names[index + 1 :]))
        if check.points < 0:
            yield file.problem((*trail, "points"), f"`points` is {check.points}; write 0 or more")
    total = sum(check.points for check in exercise.checks)
    if total != exercise.points:
        yield file.problem(
            ("points",),
            f"`points` is {exercise.points}, but the points of the checks add up to {total}; make them equal",
        )


def _unmet(name: str, earlier: list[str], later: list[str]) -> str:
    """Say why a check cannot need another."""
    if name in later:
        return f"the check `{name}` comes later; move it up, or leave `needs` out"
    if not earlier:
        return f"there is no check before this one that could be `{name}`; leave `needs` out"
    return unknown("earlier check", name, earlier)
