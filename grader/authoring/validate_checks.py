"""Validate the checks of an exercise by running its trusted code: what that raises becomes a problem at its line."""

import ast
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.python_file import PythonFile
from grader.checks.base import MAX_REJECTED, Check, CheckOnInputs
from grader.checks.property import Law, LawError
from grader.checks.raises import Raises
from grader.checks.script import Script
from grader.core.call import Call, Outcomes, Signature, Step, parse, parts_of
from grader.course import author_fault
from grader.files.strict_yaml import Trail, unknown
from grader.grading.prepared import PreparedCheck
from grader.sandbox.protocol import Batch

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


def law_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield the laws that say of a mistake's results something else than None or a sentence: the solution breaks none."""
    for check in grading.exercise.checks:
        try:
            for mistake in grading.mistakes:
                grading.prepared.check(check).is_failed_by(mistake)
        except LawError as error:
            yield _problem_in_code(grading, check, str(error))


def _problem_in_code(
    grading: ExerciseGrading, check: Check, what: str, keys: Sequence[str] = ("law", "draw", "where")
) -> str:
    """Return a problem at the function that the first of some keys names; at the check if there is none."""
    name = next(filter(None, (getattr(check, key, None) for key in keys)), None)
    words = what if ";" in what else f"{what}; correct it"
    if name:
        where = f"`{name}`, of the check “{check.name}”"
        return PythonFile(grading.path("_checks")).problem_in(name, f"{where}: {words}")
    return grading.problem_in_check(check.name, words)


def _problems_of(grading: ExerciseGrading, number: int, prepared: PreparedCheck) -> Iterator[str]:
    check = prepared.check
    yield from (found := [*_drawing_problems(grading, prepared)])
    if found:
        return
    expected = prepared.expected
    if isinstance(check, Script):
        yield from _step_problems(grading, number, check, expected)
        return
    yield from (found := [*_type_problems(grading, number, prepared), *_unexpected_errors(grading, prepared)])
    yield from _part_problems(grading, number, prepared)
    if found:
        return
    if isinstance(check, Law):
        check.prove(prepared.setting, expected)
    prepared.judge_solution()


def _drawing_problems(grading: ExerciseGrading, prepared: PreparedCheck) -> Iterator[str]:
    """Yield that `where` refuses too much of what is drawn, and that not the seed alone decides the calls."""
    check, setting = prepared.check, prepared.setting
    if isinstance(check, CheckOnInputs) and check.is_drawn:
        left = len(check.argument_sets(setting)) - len(check.cases)
        if left < check.count:
            what = f"`where` leaves {left} of {check.count} random inputs, after {check.count + MAX_REJECTED} draws"
            yield _problem_in_code(grading, check, f"{what}; refuse fewer, or draw fair ones", ["where"])
            return
    if _bytes_of(_drawn_calls(grading, check)) != _bytes_of(_drawn_calls(grading, check)):
        what = "the arguments differ from one preparation to the next; take all chance from the `rng` that `draw` gets"
        yield _problem_in_code(grading, check, what, ("draw", "law", "where"))
    elif isinstance(check, CheckOnInputs) and check.draw:
        rng = setting.rng(check.name)
        before = rng.bit_generator.state
        setting.provided(check.draw)(rng, check.sizes[1])
        if rng.bit_generator.state == before:
            what = "it draws nothing from its `rng`, so all seeds give the same; draw from that"
            yield _problem_in_code(grading, check, what, ["draw"])


def _drawn_calls(grading: ExerciseGrading, check: Check) -> list[Call]:
    """Return the calls of a check, prepared anew."""
    setting = grading.exercise.setting(grading.course.solutions.companion(grading.exercise.id)).of(check)
    return check.calls(check.drawn(setting))


def _bytes_of(calls: Sequence[Call]) -> tuple[str, bytes]:
    """Return calls as a learner's process gets them."""
    batch = Batch(calls)
    return json.dumps(batch.calls), batch.blob


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


def _part_problems(grading: ExerciseGrading, number: int, prepared: PreparedCheck) -> Iterator[str]:
    """Yield a part to judge that no result of the solution has."""
    part = getattr(prepared.check, "part", None)
    known = dict.fromkeys(str(key) for outcomes in prepared.expected for key in parts_of(outcomes[-1].value))
    if part is not None and str(part) not in known:
        yield grading.problem(("checks", number, "part"), unknown("part of the result", part, [*known]))


def _unexpected_errors(grading: ExerciseGrading, prepared: PreparedCheck) -> Iterator[str]:
    """Yield the first exception that the solution raises though neither the check nor the task is about it."""
    if isinstance(prepared.check, Raises):
        return
    raised = (outcome.raised for outcomes in prepared.expected for outcome in outcomes if outcome.raised)
    for error in raised:
        if error.type_name not in grading.exercise.task:
            what = f"`{prepared.setting.signature.function}` raises {error.type_name}: {error.message}; correct it"
            yield PythonFile(grading.path()).problem_at(error.line, what)
            return


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
