"""Validate the worked examples of an exercise: the values in `expect`, and the code in its task."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from grader.authoring.exercise_grading import ExerciseGrading
from grader.child.codec import Drained
from grader.core.call import Call, Outcome, Signature, parse
from grader.core.comparison import Agreement, Tolerance, compare
from grader.files.strict_yaml import unknown
from grader.sandbox.trusted import run_trusted

WRITE = re.compile(r"\bWrite (?:the )?(?:\w+ ){0,2}`(\w+)\(([^`]*)\)`")
"""Matches the function to write, such as: Write the generator function `f(values, ...)`."""
EXAMPLE = re.compile(r"`(\w+\([^`]*\))`\s+(?:is|gives|returns)\s+(`[^`]+`|[-+]?[\d.]*\d)")
"""Matches a worked example, such as: `f([1, 2])` is 0.5."""


def expectation_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield the values in `expect` that are not the solution's, and those so rounded that 0 would do."""
    solutions = grading.course.solutions
    setting = grading.exercise.setting(solutions.companion(grading.exercise.id))
    reference = solutions.reference(grading.exercise.id)
    for number, check in enumerate(grading.exercise.checks):
        for index, case in enumerate(getattr(check, "cases", ())):
            if case.expect is None:
                continue
            trail = ("checks", number, "cases", index, "expect")
            ((outcome, *_),) = run_trusted(reference, [check.calls(setting.of(check))[index]])
            if error := outcome.raised:
                what = f"the solution raises {error.type_name}: {error.message}"
                yield grading.problem(trail, f"check “{check.name}”, case {index + 1}: {what}")
                continue
            if case.within is not None and 0 < _largest(case.expect) <= case.within:
                what = (
                    f"`within` is {case.within:g}, so that 0 would do for `expect`; write how far `expect` is rounded"
                )
                yield grading.problem((*trail[:-1], "within"), what)
            within = case.within if case.within is not None else Tolerance().relative
            tolerance = Tolerance(relative=Tolerance().relative, absolute=within, float32=0.0)
            value = list(outcome.value) if isinstance(outcome.value, Drained) else outcome.value
            words = compare(value, like_yaml(case.expect, value), tolerance)
            if words.agreement is not Agreement.SAME:
                what = f"the solution disagrees with `expect`: {words.difference or 'not within `within`'}"
                yield grading.problem(trail, f"check “{check.name}”, case {index + 1}: {what}")


def task_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield another function or argument that the task says to write, and worked examples that the solution contradicts."""
    task, signatures = grading.exercise.task, _signatures(grading)
    for name, given in WRITE.findall(task):
        if name not in signatures:
            yield _problem(grading, f"`{name}(", unknown("function", name, [*signatures]))
            continue
        known = [parameter.name for parameter in signatures[name].parameters]
        names = [part.partition("=")[0].strip() for part in given.split(",") if part.strip()]
        is_cut = names[-1:] in (["..."], ["…"])
        if names != known and not (is_cut and names[:-1] == known[: len(names) - 1]):
            what = f"the task says to write `{name}({given})`; the arguments in `signature` are {', '.join(known)}"
            yield _problem(grading, f"`{name}({given}", what)
    for code, value in EXAMPLE.findall(task):
        if what := _contradiction(grading, signatures, code, value.strip("`")):
            yield _problem(grading, f"`{code}`", f"the task says that `{code}` is {value.strip('`')}; {what}")


def _problem(grading: ExerciseGrading, piece: str, message: str) -> str:
    """Return a problem at a piece of the task."""
    return str(grading.yaml.problem(("task",), message, piece=piece))


def _signatures(grading: ExerciseGrading) -> dict[str, Signature]:
    """Return the signatures of the functions to write, by their names."""
    exercise = grading.exercise
    texts = [exercise.signature, *(check.signature for check in exercise.checks if check.signature)]
    return {signature.function: signature for signature in map(parse, texts)}


def _contradiction(grading: ExerciseGrading, signatures: dict[str, Signature], code: str, value: str) -> str:
    """Return what the solution does instead of a worked example; empty if it does that, or if no call can be read from it."""
    try:
        node: Any = ast.parse(code, mode="eval").body
        signature = signatures[node.func.id]
        names = [parameter.name for parameter in signature.parameters]
        given = dict(zip(names, map(ast.literal_eval, node.args), strict=False))
        given |= {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in node.keywords}
        expected = ast.literal_eval(value)
        step = signature.step(given)
    except (SyntaxError, ValueError, KeyError, AttributeError):  # of names, cut by dots, or in words
        return ""
    ((outcome,),) = run_trusted(grading.course.solutions.reference(grading.exercise.id), [Call(steps=(step,))])
    return _difference(outcome, expected, value)


def _difference(outcome: Outcome, expected: object, value: str) -> str:
    """Return how an outcome differs from a value that may be printed rounded."""
    if outcome.raised:
        return f"the solution raises {outcome.raised.type_name}"
    decimals = max((len(part) for part in re.findall(r"\.(\d+)", value)), default=9)
    tolerance = Tolerance(relative=0.0, absolute=0.51 * 10**-decimals, float32=0.0)
    words = compare(outcome.value, like_yaml(expected, outcome.value), tolerance)
    return "" if words.agreement is Agreement.SAME else f"the solution gives another value: {words.difference}"


def _largest(value: object) -> float:
    """Return the largest number, without its sign, of a value from YAML; 0 if it is made of texts."""
    if isinstance(value, list | tuple | dict):
        return max(map(_largest, value.values() if isinstance(value, dict) else value), default=0.0)
    return abs(value) if isinstance(value, int | float) else 0.0


def like_yaml(expected: object, value: object) -> object:
    """Convert a value from YAML to the types of the solution's value: integers compare equal to floats."""
    with suppress(ValueError, TypeError):  # texts among the numbers, or rows of different lengths: unlike any array
        if isinstance(value, np.ndarray) and value.dtype == np.bool_:
            return np.asarray(expected)
        if isinstance(value, np.ndarray | float) and isinstance(expected, int | float | list):
            return np.asarray(expected, dtype=np.float64)
    if isinstance(value, list | tuple) and isinstance(expected, list) and len(value) == len(expected):
        return [like_yaml(*pair) for pair in zip(expected, value, strict=True)]
    if isinstance(value, dict) and isinstance(expected, dict):
        return {key: like_yaml(item, value.get(key)) for key, item in expected.items()}
    return expected
