"""`learn try`: the failing call as a Python file that learners run, edit and step through on their own machine."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from grader.core.call import Spy, Step
from grader.core.errors import UserError
from grader.core.formatting import literal
from grader.course import find
from grader.course.course import Course
from grader.grading.grade_submission import ExerciseRun, ShownCall
from grader.grading.prepared import PreparedExercise, Trusted, prepare
from grader.grading.submission.files import SubmittedFiles
from grader.learner.folder import Workspace
from grader.sandbox.code_runner import MakeRunner

HEAD_IMPORTS = "import contextlib, itertools, pdb, sys; import numpy as np"
HEAD = """{imports}
sys.path[:0] = {folders!r}
from grader.learner.try_call import lend_parts
course = lend_parts({course!r}, {exercise!r})  # the models and functions that `learn check` gives your file
from {module} import *
"""


class TryError(UserError):
    """There is nothing to try; the sentence says why."""

    exit_code = 1


class FoundCall(NamedTuple):
    """The first call that fails, or the first of all, and the name of its check."""

    prepared: PreparedExercise
    check: str
    shown: ShownCall
    is_wrong: bool


def find_call(prepared: PreparedExercise, submission: SubmittedFiles, make_runner: MakeRunner) -> FoundCall:
    """Check an exercise and return the call to try; raise TryError if the file cannot be loaded."""
    with make_runner(submission.modules) as runner:
        run = ExerciseRun(prepared, submission, runner)
        results = run.results()
    if not run.is_loaded:
        raise TryError(f"there is nothing to try yet: {results[0].message}")
    if failed := next((result.name for result in results if result.name in run.shown_calls), ""):
        return FoundCall(prepared, failed, run.shown_calls[failed], is_wrong=True)
    first = prepared.check(prepared.exercise.checks[0])
    return FoundCall(prepared, results[0].name, ShownCall(first.encoded.calls[0]), is_wrong=False)


def write_script(course: Course, workspace: Workspace, found: FoundCall, *, is_debugged: bool) -> str:
    """Return a Python file that imports the learner's file and makes the call, in pdb if it is to be debugged."""
    exercise = found.prepared.exercise
    folders = [*{str(workspace.stub_path(exercise_id).parent): None for exercise_id in course.exercise_ids}]
    folder = str(course.content.exercises.parent)
    head = HEAD.format(imports=HEAD_IMPORTS, folders=folders, course=folder, exercise=exercise.id, module=exercise.name)
    return "\n".join([head, *write_call(found, is_debugged=is_debugged), "print(repr(result))", ""])


def write_call(found: FoundCall, *, is_debugged: bool = False) -> Iterator[str]:
    """Yield the lines of a call, with its arguments as variables; they need the names of HEAD."""
    steps = found.shown.call.steps
    parts = {value.name: value.make for step in steps for value in step.args if isinstance(value, Spy)}
    for name, make in parts.items():
        is_chained = hasattr(make, "__self__")  # it goes from call to call
        yield f"{name} = None  # earlier calls filled it" if is_chained else f"{name} = course.{make.__name__}()"
    for number, step in enumerate(steps):
        names = _parameters(found, step.name) if len(steps) == 1 else []
        yield from _write_step(step, names, found, is_debugged=is_debugged and number == found.shown.step)


def _parameters(found: FoundCall, function: str) -> list[str]:
    """Return the names of a function's parameters in the task."""
    settings = (found.prepared.check(check).setting for check in found.prepared.exercise.checks)
    signatures = (setting.signature for setting in settings if setting.signature.function == function)
    return [parameter.name for signature in signatures for parameter in signature.parameters]


def _write_step(step: Step, names: list[str], found: FoundCall, *, is_debugged: bool) -> Iterator[str]:
    """Yield the lines of a step: its arguments, as variables if they have names or are overwritten, and the call."""
    target = f"{step.of}.{step.name}" if step.of and step.name else step.of or step.name
    values = [*map(literal, step.args)]
    for index, (name, value) in enumerate(zip(names, values, strict=False)):
        if name != value:  # a model has its name already
            yield f"{name} = {value}"
        values[index] = name
    if step.overwrites:
        yield f"arguments = [{', '.join(values)}]"
        values = ["*arguments"]
    values += [f"{name}={literal(value)}" for name, value in step.kwargs.items()]
    text = f"pdb.runcall({', '.join([target, *values])})" if is_debugged else f"{target}({', '.join(values)})"
    text = target if step.is_read else text
    text = f"[*itertools.islice({text}, {found.shown.call.drain})]" if found.shown.call.drain else text
    if step.may_raise:
        yield "with contextlib.suppress(Exception):"
    yield f"{'    ' * step.may_raise}{f'{step.keep} = ' if step.keep else ''}result = {text}"
    if step.overwrites:  # as a caller does that uses its arrays again
        yield "for array in arguments:\n    if getattr(array, 'dtype', None) == float:\n        array.fill(np.nan)"


def lend_parts(course_folder: str, exercise_id: str) -> ModuleType | None:
    """Let the learner's file import the course's functions; return the module that makes models and caches."""
    course = Course(find(Path(course_folder)))
    return lend(prepare(course, course.exercise(exercise_id)).trusted)


def lend(trusted: Trusted) -> ModuleType | None:
    """Make the functions importable that an exercise lends; return its module that makes models and caches."""
    for path, function in trusted.lent.items():
        module, _, name = path.rpartition(".")
        setattr(sys.modules.setdefault(module, ModuleType(module)), name, function)
    return trusted.companion
