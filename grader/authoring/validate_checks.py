"""Validate the checks of an exercise by running its trusted code: what that raises becomes a problem at its line."""

import ast
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.python_file import PythonFile
from grader.checks.base import Check
from grader.checks.property import Law
from grader.checks.raises import Raises
from grader.checks.script import Script
from grader.core.call import Outcomes, Signature, Step, parse
from grader.course import author_fault
from grader.files.strict_yaml import Trail
from grader.grading.prepared import PreparedCheck

TYPES = {"int": (int, np.integer), "float": (float, int, np.floating), "str": (str,), "bool": (bool, np.bool_)}
"""The classes of the values that a parameter of a plain type takes."""
CONTAINERS = {"list": (list,), "Sequence": (list, tuple), "tuple": (tuple, list), "dict": (dict,), "Mapping": (dict,)}


def check_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield what is wrong with the calls of each check, with the code that makes them, and with the law that judges them."""
    exercise = grading.prepared  # outside of `try`: a file that cannot be loaded has its own message
    for number, check in enumerate(grading.exercise.checks):
        try:
            prepared = exercise.check(check)
            yield from _problems_of(grading, number, prepared)
        except (Exception, SystemExit) as error:  # the course's code can raise anything
            yield author_fault(error) or _problem_in_code(grading, check, str(error) or type(error).__name__)


def unannounced(grading: ExerciseGrading) -> Iterator[str]:
    """Yield the checks that want an error which the task does not mention."""
    for check in grading.exercise.checks:
        if isinstance(check, Raises) and check.error not in grading.exercise.task:
            what = f"the task does not say that bad input raises {check.error}; say it there"
            yield grading.problem_in_check(check.name, what)


def _problem_in_code(grading: ExerciseGrading, check: Check, what: str) -> str:
    """Return a problem at the function that makes a check's calls or states its law; at the check if it has none."""
    keys = ("where",) if "`where`" in what else ("law", "draw", "where")
    name = next(filter(None, (getattr(check, key, None) for key in keys)), None)
    if name:
        where = f"`{name}`, of the check “{check.name}”"
        return PythonFile(grading.path("_checks")).problem_in(name, f"{where}: {what}; correct it")
    return grading.problem_in_check(check.name, f"{what}; correct it")


def _problems_of(grading: ExerciseGrading, number: int, prepared: PreparedCheck) -> Iterator[str]:
    check, expected = prepared.check, prepared.expected
    if isinstance(check, Script):
        yield from _step_problems(grading, number, check, expected)
        return
    yield from _type_problems(grading, number, prepared)
    if isinstance(check, Law):
        check.prove(prepared.setting, expected)
    prepared.judge_solution()


def _step_problems(grading: ExerciseGrading, number: int, check: Script, expected: Sequence[Outcomes]) -> Iterator[str]:
    """Yield the steps in which the solution raises, which would end the script, and arguments of another type."""
    signatures = {signature.function: signature for signature in map(parse, grading.exercise.methods)}
    signatures[grading.exercise.function] = grading.exercise.parsed_signature
    for script, outcomes in enumerate(expected):
        for position, (step, outcome) in enumerate(zip(check.scripts[script], outcomes, strict=False)):
            trail: Trail = ("checks", number, "scripts", script, position)
            name = step.new or (step.call or step.read or "").partition(".")[2]
            if outcome.raised and not step.may_raise:
                raised = f"the solution raises {outcome.raised.type_name}: {outcome.raised.message}"
                advice = "correct the step, or write `may_raise: true`"
                yield grading.problem(trail, f"{raised}, which ends the script; {advice}")
            elif signature := signatures.get(name):
                for index, _, what in _misfits(Step(name, step.args), signature):
                    yield grading.problem((*trail, "args", index), what)


def _type_problems(grading: ExerciseGrading, number: int, prepared: PreparedCheck) -> Iterator[str]:
    """Yield the first argument of a check that is of another type than the signature says; bad input may be of any."""
    check = prepared.check
    if isinstance(check, Raises):
        return
    cases = len(getattr(check, "cases", ()))
    for index, call in enumerate(prepared.encoded.calls):
        for _, name, what in _misfits(call.steps[0], prepared.setting.signature):
            if index < cases and not isinstance(check, Law):
                yield grading.problem(("checks", number, "cases", index, name), what)
            elif getattr(check, "draw", None) or isinstance(check, Law):
                yield _problem_in_code(grading, check, what)
            else:
                own: Trail = ("checks", number, "inputs", name)
                yield grading.problem(own if own in grading.yaml.values else ("inputs", name), what)
            return


def _misfits(step: Step, signature: Signature) -> Iterator[tuple[int, str, str]]:
    """Yield the index and the name of each argument that is not of its type, with a message."""
    names = [parameter.name for parameter in signature.parameters]
    for name, value in {**dict(zip(names, step.args, strict=False)), **step.kwargs}.items():
        parameter = signature.parameters[names.index(name)]
        if not parameter.is_array and not fits(value, ast.parse(parameter.type, mode="eval").body):
            yield names.index(name), name, f"`{name}` is {value!r:.60}; the signature says {parameter.type}"


def fits(value: Any, hint: ast.expr) -> bool:
    """Return whether a value can be of a type of a signature; True if that is not a plain type or a container of some."""
    if isinstance(hint, ast.BinOp):
        return fits(value, hint.left) or fits(value, hint.right)
    if isinstance(hint, ast.Constant):
        return hint.value is not None or value is None
    outer = hint.value if isinstance(hint, ast.Subscript) else hint
    name = outer.id if isinstance(outer, ast.Name) else ""
    if name in TYPES:
        return isinstance(value, TYPES[name]) and (name == "bool" or not isinstance(value, bool | np.bool_))
    if name not in CONTAINERS:
        return True
    if not isinstance(value, CONTAINERS[name]):
        return False
    if not isinstance(hint, ast.Subscript) or name in ("tuple", "dict", "Mapping"):
        return True
    return all(fits(item, hint.slice) for item in value)
