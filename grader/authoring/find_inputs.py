"""The miner: look for random inputs that tell apart what the checks do not tell apart yet."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from grader.checks.base import CheckOnInputs
from grader.checks.diagnosis import are_same
from grader.core.call import Call, Outcomes, Value
from grader.core.comparison import Agreement
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.sandbox.trusted import run_trusted

REFERENCE = "the solution"
TRIES = 2000
DIGITS = 4


@dataclass(frozen=True)
class SeparatingInput:
    """Arguments that tell pairs apart."""

    args: dict[str, Value]
    pairs: list[tuple[str, str]]


@dataclass(frozen=True)
class Mined:
    """What the miner found, and the pairs that are still alike."""

    found: list[SeparatingInput]
    alike: list[tuple[str, str]]


def mine(course: Course, exercise: Exercise, seed: int = 0, tries: int = TRIES) -> Mined:
    """Search inputs for the pairs of wrong versions, and of each with the solution, that no fixed call separates.

    Calls of fixed cases count; random ones do not, since another seed has others. Inputs are drawn as the
    exercise's random check draws them, with few digits, so that they can be pasted.
    """
    mistakes = course.solutions.mistakes(exercise.id, exercise.functions)
    modules = {REFERENCE: course.solutions.reference(exercise.id), **{each.name: each.module for each in mistakes}}
    setting = exercise.setting(course.solutions.companion(exercise.id), seed)
    fixed = [
        call
        for check in exercise.checks
        if getattr(check, "cases", ()) and not getattr(check, "inputs", {})
        for call in check.calls(setting.of(check))
    ]
    alike = _alike(
        list(combinations(modules, 2)), {name: run_trusted(module, fixed) for name, module in modules.items()}, exercise
    )
    source = next(
        (check for check in exercise.checks if isinstance(check, CheckOnInputs) and (check.inputs or check.draw)), None
    )
    found: list[SeparatingInput] = []
    if source is None:
        return Mined(found, alike)
    for args in _candidates(source, exercise, setting, tries):
        if not alike:
            break
        call = Call(steps=(setting.signature.step(args),))
        outcomes = {name: run_trusted(module, [call]) for name, module in modules.items()}
        left = _alike(alike, outcomes, exercise)
        if len(left) < len(alike):
            found.append(SeparatingInput(args, [pair for pair in alike if pair not in left]))
            alike = left
    return Mined(found, alike)


def _alike(
    pairs: list[tuple[str, str]], outcomes: dict[str, list[Outcomes]], exercise: Exercise
) -> list[tuple[str, str]]:
    """Return the pairs that did the same in every call."""
    return [
        (one, other)
        for one, other in pairs
        if are_same(outcomes[one], outcomes[other], exercise.tolerance, Agreement.FLOAT32)
    ]


def _candidates(source: CheckOnInputs, exercise: Exercise, setting: Any, tries: int) -> list[dict[str, Value]]:
    """Draw arguments, small ones first, with few digits where that leaves them fair."""
    is_fair: Callable[..., bool] = setting.provided(source.where) if source.where else lambda **args: True
    simple = source.simpler(setting)
    drawn = simple.argument_sets(setting) if isinstance(simple, CheckOnInputs) else []
    least, most = source.sizes
    small = replace(source, cases=(), count=tries, sizes=(least, min(most, least + 7)))
    rounded = [_rounded(args) for args in small.argument_sets(setting)]
    return [args for args in (*drawn, *rounded) if is_fair(**args)]


def _rounded(args: dict[str, Value]) -> dict[str, Value]:
    """Round numbers to four digits; a distribution's largest entry takes what is then missing to 1."""
    return {name: _rounded_value(value) for name, value in args.items()}


def _rounded_value(value: Value) -> Value:
    if isinstance(value, float):
        return round(value, DIGITS)
    if not isinstance(value, np.ndarray):
        return value
    is_distribution = bool(abs(value.sum() - 1) < 1e-9 and (value >= 0).all())
    rounded = np.round(value, DIGITS)
    if is_distribution:
        largest = int(np.argmax(rounded))
        rounded[largest] = round(rounded[largest] + 1 - float(rounded.sum()), DIGITS)
    return rounded


def as_yaml(mined: Mined) -> str:
    """Write what was found as cases to paste, and say what is left."""
    lines: list[str] = []
    for finding in mined.found:
        lines.append(f"# tells apart {'; '.join(' and '.join(pair) for pair in finding.pairs)}")
        listed = ", ".join(f"{name}: {_yaml(value)}" for name, value in finding.args.items())
        lines.append(f"- args: {{{listed}}}")
    lines += [f"# not told apart: {' and '.join(pair)}" for pair in mined.alike]
    return "\n".join(lines)


def _yaml(value: Value) -> str:
    if isinstance(value, np.ndarray):
        return _yaml(value.tolist())
    if isinstance(value, list | tuple):
        return f"[{', '.join(_yaml(each) for each in value)}]"
    if isinstance(value, float):
        return {float("inf"): ".inf", float("-inf"): "-.inf"}.get(value, ".nan" if math.isnan(value) else repr(value))
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return f'"{value}"' if isinstance(value, str) else repr(value)
