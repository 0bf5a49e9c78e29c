"""Search random inputs for those that separate wrong versions which the checks do not separate yet."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from grader.checks.agreement import are_same
from grader.checks.base import CheckOnInputs, Setting
from grader.core.call import Call, Value
from grader.core.comparison import Agreement
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.sandbox.trusted import run_trusted

REFERENCE = "the solution"
DIGITS = 4

Pair = tuple[str, str]
"""The names of two versions of a function."""


class SeparatingInput(NamedTuple):
    """Arguments on which the outcomes of these pairs differ."""

    args: dict[str, Value]
    pairs: list[Pair]


class Mined(NamedTuple):
    """The inputs found, and the pairs that no input has separated."""

    found: list[SeparatingInput]
    alike: list[Pair]


def mine(course: Course, exercise: Exercise, seed: int, tries: int) -> Mined:
    """Search inputs for the pairs of versions, mistakes and the solution, that no call of a fixed case separates.

    Random calls do not count as separating, since they change with the seed. Inputs are drawn like those of the
    exercise's random check, but rounded to a few digits for pasting.
    """
    mistakes = course.solutions.mistakes(exercise.id, exercise.functions)
    modules = {REFERENCE: course.solutions.reference(exercise.id)}
    modules |= {mistake.version: mistake.module for mistake in mistakes}
    setting = exercise.setting(course.solutions.companion(exercise.id), seed)
    checks = [check for check in exercise.checks if getattr(check, "cases", ()) and not getattr(check, "inputs", {})]
    fixed = [call for check in checks for call in check.calls(setting.of(check))]

    def still_alike(pairs: list[Pair], calls: list[Call]) -> list[Pair]:
        outcomes = {name: run_trusted(module, calls) for name, module in modules.items()}
        return [
            (one, other)
            for one, other in pairs
            if are_same(outcomes[one], outcomes[other], exercise.tolerance, Agreement.SAME)
        ]

    alike = still_alike(list(combinations(modules, 2)), fixed)
    findings: list[SeparatingInput] = []
    drawing = [check for check in exercise.checks if isinstance(check, CheckOnInputs) and (check.inputs or check.draw)]
    for args in _candidates(drawing[0], setting, tries) if drawing else ():
        if not alike:
            break
        left = still_alike(alike, [Call(steps=(setting.signature.step(args),))])
        if len(left) < len(alike):
            findings.append(SeparatingInput(args, [pair for pair in alike if pair not in left]))
            alike = left
    return Mined(findings, alike)


def _candidates(source: CheckOnInputs, setting: Setting, tries: int) -> list[dict[str, Value]]:
    """Draw arguments, small ones first; keep those that satisfy the check's `where`, also after rounding."""
    is_fair: Callable[..., bool] = setting.provided(source.where) if source.where else lambda **args: True
    simple = source.simpler(setting)
    drawn = simple.argument_sets(setting) if isinstance(simple, CheckOnInputs) else []
    least, most = source.sizes
    small = replace(source, cases=(), count=tries, sizes=(least, min(most, least + 7)))
    rounded = [{name: _rounded(value) for name, value in args.items()} for args in small.argument_sets(setting)]
    return [args for args in (*drawn, *rounded) if is_fair(**args)]


def _rounded(value: Value) -> Value:
    """Round numbers to four digits; adjust a distribution's largest entry so that the sum stays 1."""
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
    """Return the inputs as cases to paste, and the pairs that are still alike as comments."""
    lines: list[str] = []
    for finding in mined.found:
        lines.append(f"# tells apart {'; '.join(' and '.join(pair) for pair in finding.pairs)}")
        listed = ", ".join(f"{name}: {_yaml(value)}" for name, value in finding.args.items())
        lines.append(f"- {{{listed}}}")
    lines += [f"# not told apart: {' and '.join(pair)}" for pair in mined.alike]
    return "\n".join(lines)


def _yaml(value: Value) -> str:
    if isinstance(value, np.ndarray):
        return _yaml(value.tolist())
    if isinstance(value, list | tuple):
        return f"[{', '.join(_yaml(item) for item in value)}]"
    if isinstance(value, float):
        return {float("inf"): ".inf", float("-inf"): "-.inf"}.get(value, ".nan" if math.isnan(value) else repr(value))
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return f'"{value}"' if isinstance(value, str) else repr(value)
