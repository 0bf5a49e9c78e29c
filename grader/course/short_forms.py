"""The short forms in an exercise file: what it states once for all checks, defaults, and values that YAML cannot write."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial

import numpy as np

from grader.checks import KINDS
from grader.checks.base import Case, Check, CheckOnCases, CheckOnInputs
from grader.core.call import Parameter, Signature, SignatureError, as_array, parse
from grader.core.shapes import Json, JsonObject
from grader.files.strict_yaml import Trail, described, quoted, unknown

CASE_KEYS = tuple(own.name for own in fields(Case) if own.name != "args")
"""The keys of a case that are not its arguments."""
DRAWING = {"inputs", "draw", "where", "sizes", "count"}
"""The keys that say how a check draws random arguments."""


def filled_in(data: Mapping[str, Json]) -> JsonObject:
    """Return an exercise's data with every check complete; its form must be valid."""
    checks = [_filled_check(data, check, KINDS[check["kind"]]) for check in data["checks"]]
    return {**data, "function": data["signature"].partition("(")[0].strip(), "checks": checks}


def _filled_check(exercise: Mapping[str, Json], check: Mapping[str, Json], model: type[Check]) -> JsonObject:
    """Return a check with its defaults, and with the inputs that the exercise states for all of its checks."""
    # From the class: `name` and `needs` have defaults of their own in some kinds.
    filled: JsonObject = {key: getattr(model, key) for key in ("name", "points", "needs") if hasattr(model, key)}
    filled |= check
    if "cases" in check:
        within = {"within": filled.pop("within")} if issubclass(model, CheckOnCases) and "within" in check else {}
        filled["cases"] = [_filled_case(case, within) for case in check["cases"]]
    if issubclass(model, CheckOnInputs):
        filled |= _drawing(exercise, check)
    if "scripts" in check:
        signatures = signatures_of(exercise)
        filled["scripts"] = [[_filled_step(step, signatures) for step in steps] for steps in check["scripts"]]
    return filled


def _filled_case(case: Mapping[str, Json], within: Mapping[str, Json]) -> JsonObject:
    """Return a case with its arguments in a mapping of their own."""
    known = {key: value for key, value in case.items() if key in CASE_KEYS}
    args = {key: value for key, value in case.items() if key not in CASE_KEYS}
    return {"args": args, **(within if "expect" in case else {}), **known}


def _drawing(exercise: Mapping[str, Json], check: Mapping[str, Json]) -> JsonObject:
    """Return how a check draws its arguments, as far as the exercise says it for all of its checks."""
    is_fixed = check["kind"] != "random" and "cases" in check and not check.keys() & DRAWING
    if "signature" in check or is_fixed:
        return {}
    shared = {key: exercise[key] for key in ("inputs", "draw", "sizes") if key in exercise}
    if "draw" in check:
        shared.pop("inputs", None)
    if "inputs" in check:
        shared.pop("draw", None)
    own = {key: check[key] for key in shared if key in check}
    if "inputs" in own:
        own["inputs"] = {**shared["inputs"], **own["inputs"]}
    return shared | own


# --- the steps of scripts --------------------------------------------------------------------


def signatures_of(exercise: Mapping[str, Json]) -> dict[str, Signature]:
    """Return the signatures of a class and its methods by name, as far as they can be read."""
    signatures = {}
    for text in (exercise["signature"], *exercise.get("methods", ())):
        try:
            signature = parse(text)
        except SignatureError:
            continue  # a problem of `methods` or `signature`, reported there
        signatures[signature.function] = signature
    return signatures


def step_problems(step: Mapping[str, Json], signatures: Mapping[str, Signature]) -> Iterator[tuple[Trail, str]]:
    """Yield the arguments of a step that its signature does not take: the trail of keys to each, and a message."""
    if not (signature := _signature_of(step, signatures)):
        return
    args, parameters = step.get("args", ()), signature.parameters
    if not sum(parameter.is_required for parameter in parameters) <= len(args) <= len(parameters):
        names = ", ".join(parameter.name for parameter in parameters)
        advice = f"write those of `{signature.function}`: {names}" if names else f"`{signature.function}` takes none"
        yield ("args",), f"the number of arguments is {len(args)}; {advice}"
    for index, (value, parameter) in enumerate(zip(args, parameters, strict=False)):
        if _is_list_for_array(value, parameter):
            try:
                as_array(parameter.name, value)
            except SignatureError as error:
                yield ("args", index), f"{error}; write numbers, all rows of one length"


def _filled_step(step: Mapping[str, Json], signatures: Mapping[str, Signature]) -> JsonObject:
    """Return a step with each list that its signature wants as an array written as one."""
    signature = _signature_of(step, signatures)
    if not signature or "args" not in step:
        return dict(step)
    args = list(step["args"])
    for index, (value, parameter) in enumerate(zip(step["args"], signature.parameters, strict=False)):
        if _is_list_for_array(value, parameter):
            args[index] = {"array": value, "dtype": "float64"}
    return {**step, "args": args}


def _is_list_for_array(value: Json, parameter: Parameter) -> bool:
    return parameter.is_array and isinstance(value, list)


def _signature_of(step: Mapping[str, Json], signatures: Mapping[str, Signature]) -> Signature | None:
    return signatures.get(step.get("new") or (step.get("call") or "").rpartition(".")[2])


# --- arguments that YAML cannot write: one test for each stand-in -----------------------------

DTYPES = ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")


def _wrong_type(key: str, wanted: type, called: str, value: Json) -> str:
    return "" if isinstance(value[key], wanted) else f"`{key}` is {described(value[key])}; write {called}"


def _wrong_seed(value: Json) -> str:
    seed = value["seed"]
    return "" if type(seed) is int and seed >= 0 else f"`seed` is {quoted(seed)}; write a whole number, 0 or more"


def _wrong_bytes(value: Json) -> str:
    try:
        bytes.fromhex(value["bytes"])
    except (TypeError, ValueError):
        return '`bytes` is not hexadecimal; write digits in quotes, such as {bytes: "0aff"}'
    return ""


def _wrong_array(value: Json) -> str:
    if value["dtype"] not in DTYPES:
        return unknown("dtype", quoted(value["dtype"]), list(DTYPES))
    try:
        with np.errstate(all="raise"):
            as_array("array", value["array"])
            np.array(value["array"], dtype=value["dtype"])
    except SignatureError as error:
        return f"{error}; write numbers, all rows of one length"
    except (ValueError, ArithmeticError):
        return f"`array` has a number that {value['dtype']} cannot hold; choose another dtype"
    return ""


STAND_INS: dict[frozenset[str], Callable[[Json], str]] = {
    frozenset({"spy"}): partial(_wrong_type, "spy", str, "the name of a function"),
    frozenset({"made"}): partial(_wrong_type, "made", str, "the name of a function"),
    frozenset({"seed"}): _wrong_seed,
    frozenset({"tuple"}): partial(_wrong_type, "tuple", list, "a list"),
    frozenset({"bytes"}): _wrong_bytes,
    frozenset({"array", "dtype"}): _wrong_array,
}
