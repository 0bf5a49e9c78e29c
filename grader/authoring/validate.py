"""Validate a course: its files are complete, its solutions pass, and its checks tell every mistake apart."""

from __future__ import annotations

import ast
import doctest
import linecache
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType

import numpy as np

from grader.authoring.in_parallel import for_each
from grader.authoring.time_limit import OutOfTimeError, time_limit
from grader.checks.diagnosis import are_same
from grader.checks.raises import Raises
from grader.core.call import ExceptionInfo, Outcomes
from grader.core.comparison import Agreement, Tolerance, compare
from grader.core.result import ExerciseResult, Mistake, Verdict
from grader.course import find, shown_path
from grader.course.course import Course, SolutionError, stands_for
from grader.course.exercise import Exercise
from grader.files.strict_yaml import YamlError
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedCheck, PreparedExercise, prepare
from grader.grading.submission import Submission
from grader.sandbox.child.codec import Drained
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.trusted import run_trusted

BUDGET_SECONDS = 5.0
ACCIDENTS = ("NameError", "AttributeError", "ImportError", "TypeError")
OTHER_FOLDERS = ("quiz", "worksheets")
"""Folders whose files belong to no exercise."""


@dataclass
class CourseReport:
    """The problems of a course, and how many things of each kind were inspected, such as "card"."""

    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, part: CourseReport) -> None:
        """Add the report on a part of the course."""
        self.problems += part.problems
        self.counts += part.counts


@contextmanager
def noting(problems: list[str]) -> Iterator[None]:
    """Append the problems of a file that cannot be read, instead of raising YamlError or SolutionError."""
    try:
        yield
    except YamlError as error:
        problems += map(str, error.problems)
    except SolutionError as error:
        problems.append(str(error))


def inspect_course(
    course: Course, launcher: Launcher, ids: list[str] | None = None, tell: Callable[[str], None] = lambda text: None
) -> CourseReport:
    """Inspect a whole course, or the exercises given; `tell` is called with each exercise's id before."""
    chosen, report = _begin(course, ids)
    for exercise_id in chosen:
        tell(exercise_id)
        report.counts["exercise"] += 1
        with noting(report.problems):
            exercise = course.exercise(exercise_id)
            report.problems += ExerciseValidator(course, exercise, launcher, report).problems()
    return report


def inspect_in_parallel(folder: Path | None, ids: list[str] | None, tell: Callable[[str], None]) -> CourseReport:
    """Inspect the course in `folder`, several exercises at once, one to a processor."""
    course = Course(find(folder))
    chosen, report = _begin(course, ids)
    for exercise_id, part in for_each(course, chosen, _inspect_one, folder):
        report.add(part)
        tell(exercise_id)
    return report


def _begin(course: Course, ids: list[str] | None) -> tuple[list[str], CourseReport]:
    """Return the exercises to inspect, and a report with the problems of the course's files around them."""
    report = CourseReport()
    if ids is None:
        ids = []
        with noting(report.problems):
            report.problems += unexpected_files(course)
            ids = course.exercise_ids
    return ids, report


def _inspect_one(folder: Path | None, exercise_id: str) -> CourseReport:
    with closing(open_launcher()) as launcher:
        return inspect_course(Course(find(folder)), launcher, [exercise_id])


def unexpected_files(course: Course) -> Iterator[str]:
    """Yield files that belong to no exercise of the table of contents."""
    known = course.exercise_ids
    for path in sorted(course.content.exercises.glob("*/*")):
        exercise_id = path.relative_to(course.content.exercises).with_suffix("").as_posix()
        if path.suffix in (".yaml", ".py") and exercise_id not in known and path.parent.name not in OTHER_FOLDERS:
            yield f"{shown_path(path)}: belongs to no exercise; add `{path.stem}` to course.yaml or remove the file"
    units = {each.rpartition("/")[0] for each in known}
    solutions = course.content.solutions
    for path in sorted([*solutions.glob("*/*.py"), *solutions.glob("*/*_mutants.yaml")]):
        exercise_id = path.relative_to(solutions).with_suffix("").as_posix()
        stem = re.sub(r"_(mistakes|checks|mutants)$", "", exercise_id)
        if path.parent.name in units and stem not in known and exercise_id not in known:
            yield f"{shown_path(path)}: belongs to no exercise; add it to course.yaml or remove the file"


class ExerciseValidator:
    """Validates one exercise, and adds its checks and mistakes to the report."""

    def __init__(self, course: Course, exercise: Exercise, launcher: Launcher, report: CourseReport) -> None:
        self._course = course
        self._exercise = exercise
        self._launcher = launcher
        self._report = report
        self._solutions = course.solutions
        self._stub, self._solution = course.stub(exercise.id), course.solutions.path(exercise.id)
        self._where = shown_path(course.content.exercises / f"{exercise.id}.yaml")

    def problems(self) -> Iterator[str]:
        """Yield the exercise's problems, as `file: what is wrong; what to do`."""
        missing = list(self._missing_files())
        yield from missing
        if missing:
            return
        trusted = list(self._trusted_problems())
        yield from trusted
        if trusted:  # everything below runs this code, too
            return
        yield from self._signature_problems()
        yield from self._uses_problems()
        yield from self._doctest_problems()
        yield from self._expectation_problems()
        yield from self._stub_problems()
        yield from self._solution_problems()
        yield from self._mistake_problems()

    def _missing_files(self) -> Iterator[str]:
        for path in (self._stub, self._solution, self._solutions.path(self._exercise.id, "_mistakes")):
            if not path.is_file():
                yield f"{shown_path(path)}: is missing; write it (`learn author new` makes all files of an exercise)"

    def _trusted_problems(self) -> Iterator[str]:
        """The solution and the mistakes must end in time, and raise nothing by accident."""
        seconds, folder = self._exercise.limits.exercise_seconds, self._solution.parent.parent
        runs: list[tuple[Path, str, Callable[[PreparedCheck], ExceptionInfo | None]]] = [
            (self._solution, self._exercise.function, _accident_of_solution)
        ]
        for mistake in self._solutions.mistakes(self._exercise.id, self._exercise.functions):
            path = self._solutions.path(self._exercise.id, "_mistakes")
            runs.append((path, mistake.version, partial(_accident_of_mistake, mistake)))
        for path, name, accident_in in runs:
            try:
                with time_limit(seconds, folder):
                    found = map(accident_in, map(self._prepared.check, self._exercise.checks))
                    accident = next(filter(None, found), None)
            except OutOfTimeError as error:
                yield f"{error} does not end within the exercise's {seconds:g} s; end the loop, or make it do less"
                return  # grading any other mistake would run this one again
            if accident:
                line = f":{accident.line}" if accident.line else ""
                yield f"{shown_path(path)}{line}: `{name}` raises {accident.type_name}: {accident.message}; correct it"

    def _signature_problems(self) -> Iterator[str]:
        """The stub and the solution must have the parameters that the YAML declares."""
        wanted = self._exercise.parsed_signature
        names = [parameter.name for parameter in wanted.parameters]
        for path in (self._stub, self._solution):
            found = parameters_of(path, wanted.function)
            if found is None:
                yield f"{shown_path(path)}: defines no `{wanted.function}`; write it"
            elif found != names:
                yield f"{shown_path(path)}: `{wanted.function}` takes {', '.join(found)}; `signature` says {', '.join(names)}"
            if not ast.get_docstring(ast.parse(path.read_text("utf-8"))):
                yield f"{shown_path(path)}: has no docstring; say in one line what the file is for"

    def _uses_problems(self) -> Iterator[str]:
        """`uses` may name only earlier exercises, and must name those that the task offers for import."""
        ids = self._course.exercise_ids
        before = [each.rpartition("/")[2] for each in ids[: ids.index(self._exercise.id)]]
        for name in self._exercise.uses:
            if name not in before:
                yield f"{self._where}: `uses` names {name}, which is no earlier exercise; correct the name"
        # For a module that `uses` does not name, grading imports the learner's own file, with all that is wrong in it.
        for name in dict.fromkeys(re.findall(r"\bfrom\s+`?(\w+)", self._exercise.task)):
            if name in before and name not in self._exercise.uses:
                yield f"{self._where}: the task offers an import from {name}, which `uses` does not name; add it to `uses`"

    def _doctest_problems(self) -> Iterator[str]:
        """The examples in the stub must be true of the solution."""
        # Examples may print, which trusted files may not: their `print` prints nothing.
        names = {**vars(self._solutions.reference(self._exercise.id)), "print": print}
        test = doctest.DocTestParser().get_doctest(_docstrings(self._stub), names, self._stub.name, str(self._stub), 0)
        output: list[str] = []
        failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=output.append)
        if failed:
            yield f"{shown_path(self._stub)}: an example is not what the solution gives; correct it: {' '.join(''.join(output).split())[-200:]}"

    def _expectation_problems(self) -> Iterator[str]:
        """The values in `expect` must be the solution's."""
        setting = self._exercise.setting(self._solutions.companion(self._exercise.id))
        reference = self._solutions.reference(self._exercise.id)
        for check in self._exercise.checks:
            for index, case in enumerate(getattr(check, "cases", ())):
                if case.expect is None:
                    continue
                ((outcome, *_),) = run_trusted(reference, [check.calls(setting.of(check))[index]])
                within = case.within if case.within is not None else Tolerance().relative
                tolerance = Tolerance(relative=Tolerance().relative, absolute=within, float32=0.0)
                value = list(outcome.value) if isinstance(outcome.value, Drained) else outcome.value
                words = compare(value, _like(case.expect, value), tolerance)
                if words.agreement is not Agreement.SAME:
                    yield f"{self._where}: check “{check.name}”, case {index + 1}: the solution disagrees with `expect`: {words.difference or 'not within `within`'}"

    def _stub_problems(self) -> Iterator[str]:
        """The stub must count as not attempted, and a function that does nothing pass no check."""
        if "TODO" not in self._stub.read_text("utf-8"):
            yield f"{shown_path(self._stub)}: has no TODO; write `raise NotImplementedError  # TODO: write this`"
        result = self._grade(self._stub.read_bytes(), self._prepared)
        if result.verdict is not Verdict.NOT_ATTEMPTED:
            yield f"{shown_path(self._stub)}: is graded {result.verdict.value}, not not-attempted; let every function raise NotImplementedError"
        for body in ("raise ValueError", "return None"):
            source = "".join(f"def {name}(*args, **kwargs):\n    {body}\n" for name in self._exercise.functions)
            for check in self._grade(source.encode(), self._prepared).checks:
                if check.verdict is Verdict.PASS:
                    yield f"{self._where}: `{body}` as the whole body passes the check “{check.name}”; write `needs:` with a check of right results"

    def _solution_problems(self) -> Iterator[str]:
        results = []
        for _ in range(2):
            started = time.perf_counter()
            prepared = prepare(self._course, self._exercise, seed=0)  # anew, since the two runs must not share state
            results.append(self._grade_trusted(self._exercise.name, self._exercise.function, prepared))
            if time.perf_counter() - started > BUDGET_SECONDS:
                yield f"{self._where}: grading the solution takes more than {BUDGET_SECONDS:g} s; make the checks smaller"
        first, second = results
        for check in first.checks:
            if check.verdict is not Verdict.PASS or check.note:
                yield f"{self._where}: the solution is graded {check.verdict.value} in “{check.name}”: {check.message or check.note}"
        if first.checks != second.checks:
            yield f"{self._where}: grading the solution twice gives two results; make it depend on nothing but its inputs"

    def _mistake_problems(self) -> Iterator[str]:
        """Every mistake must fail and be diagnosed as itself; every check must fail for some mistake."""
        mistakes = self._solutions.mistakes(self._exercise.id, self._exercise.functions)
        path = shown_path(self._solutions.path(self._exercise.id, "_mistakes"))
        if not mistakes:
            yield f"{path}: holds no mistake; write the typical wrong versions, one function each"
        self._report.counts.update(check=len(self._exercise.checks), mistake=len({each.name for each in mistakes}))
        failed_by_some: set[str] = set()
        for mistake in mistakes:
            name = mistake.version
            if not mistake.title or not mistake.words:
                yield f"{path}: `{name}` needs a docstring: a line that says what it does, then why it is wrong and what to look at"
            result = self._grade_trusted(f"{self._exercise.name}_mistakes", name, self._prepared)
            failed = [check for check in result.checks if check.verdict in (Verdict.FAIL, Verdict.ERROR)]
            failed_by_some |= {check.name for check in failed}
            if not failed:
                yield f"{path}: `{name}` passes everything; `learn author mine {self._exercise.name}` looks for inputs that tell it apart"
            for each in failed:
                named = each.mistake.name if each.mistake else "nothing"
                if named != mistake.name:
                    yield f"{path}: `{name}` is diagnosed as {named} in “{each.name}”; `learn author mine {self._exercise.name}` looks for inputs that tell them apart"
        for check in self._exercise.checks:
            if mistakes and check.name not in failed_by_some:
                yield f"{self._where}: no mistake fails the check “{check.name}”; add the mistake that it is for, or take the check out"
        yield from self._twins(mistakes, path)

    def _twins(self, mistakes: list[Mistake], path: str) -> Iterator[str]:
        """Yield a problem for each pair of mistakes with the same outcomes on all inputs."""
        checks = [self._prepared.check(check) for check in self._exercise.checks]
        seen: list[tuple[Mistake, list[Outcomes]]] = []
        for mistake in mistakes:
            outcomes = [each for check in checks for each in _all_calls(mistake, check)]
            for other, others in seen:
                if are_same(outcomes, others, self._exercise.tolerance, Agreement.SAME):
                    yield f"{path}: `{mistake.version}` and `{other.version}` do the same on all inputs; make them one, or mine inputs"
            seen.append((mistake, outcomes))

    def _grade(
        self, source: bytes, prepared: PreparedExercise, files: Mapping[str, tuple[str, bytes]] = MappingProxyType({})
    ) -> ExerciseResult:
        """Grade source code as a learner's file; `files` are further modules that it can import."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / f"{self._exercise.name}.py").write_bytes(source)
            submission = Submission(Path(folder))
            with LearnerProcess(self._launcher, {**files, **submission.modules}) as process:
                return grade_exercise(prepared, submission, process)

    @cached_property
    def _prepared(self) -> PreparedExercise:
        """The prepared exercise that all gradings share, as in a class."""
        return prepare(self._course, self._exercise, seed=0)

    def _grade_trusted(self, module: str, name: str, prepared: PreparedExercise) -> ExerciseResult:
        """Grade a function of `solutions/` through a learner's file that imports it."""
        unit = self._exercise.id.rpartition("/")[0]
        files = solution_sources(self._solution.parent.parent)
        functions = self._exercise.functions
        lines = [f"from solutions.{unit}.{self._exercise.name} import {', '.join(functions)}"]
        lines += [f"from solutions.{unit}.{module} import {name}", f"{stands_for(name, functions)} = {name}", ""]
        return self._grade("\n".join(lines).encode(), prepared, files)


def _all_calls(mistake: Mistake, check: PreparedCheck) -> Sequence[Outcomes]:
    """Return a mistake's outcomes in all calls of a check."""
    return [check.run_mistake(mistake, index) for index in range(len(check.encoded.calls))]


def _accident_of_solution(check: PreparedCheck) -> ExceptionInfo | None:
    return None if isinstance(check.check, Raises) else _accident(check.expected, [()] * len(check.expected), "")


def _accident_of_mistake(mistake: Mistake, check: PreparedCheck) -> ExceptionInfo | None:
    return _accident(_all_calls(mistake, check), check.expected, mistake.module.__file__ or "")


def _accident(got: Sequence[Outcomes], expected: Sequence[Outcomes], path: str) -> ExceptionInfo | None:
    """Return the first exception that no author means: it would give a learner's other slip the mistake's name."""
    for mine, right in zip(got, expected, strict=True):
        meant = {outcome.raised.type_name for outcome in right if outcome.raised}
        for outcome in mine:
            raised = outcome.raised
            if raised and raised.type_name not in meant and any(map(raised.is_a, ACCIDENTS)):
                is_meant = linecache.getline(path, raised.line or 0).lstrip().startswith("raise ")
                if not is_meant:
                    return raised
    return None


def solution_sources(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Return the modules and packages of `solutions/` for a learner's process; for validation only."""
    sources: dict[str, tuple[str, bytes]] = {}
    for path in sorted(folder.rglob("*.py")):
        parts = ("solutions", *path.relative_to(folder).with_suffix("").parts)
        for depth in range(1, len(parts)):
            package = parts[:depth]
            sources.setdefault(".".join(package), ("/".join((*package, "__init__.py")), b"__path__ = []\n"))
        sources[".".join(parts)] = (f"{'/'.join(parts)}.py", path.read_bytes())
    return sources


def parameters_of(path: Path, function: str) -> list[str] | None:
    """Return the names of the parameters of a function, or of a class's `__init__` without self."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == function:
            methods = [each.args for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
            return [each.arg for found in methods[:1] for each in (*found.args[1:], *found.kwonlyargs)]
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
    return None


def _docstrings(path: Path) -> str:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    documented = [each for each in nodes if isinstance(each, ast.Module | ast.ClassDef | ast.FunctionDef)]
    return "\n\n".join(ast.get_docstring(node) or "" for node in documented)


def _like(expected: object, value: object) -> object:
    """Convert a value from YAML to the types of the solution's value: integers compare equal to floats."""
    with suppress(ValueError, TypeError):  # texts among the numbers, or rows of different lengths: unlike any array
        if isinstance(value, np.ndarray) and value.dtype == np.bool_:
            return np.asarray(expected)
        if isinstance(value, np.ndarray | float) and isinstance(expected, int | float | list):
            return np.asarray(expected, dtype=np.float64)
    if isinstance(value, list | tuple) and isinstance(expected, list) and len(value) == len(expected):
        return [_like(*pair) for pair in zip(expected, value, strict=True)]
    if isinstance(value, dict) and isinstance(expected, dict):
        return {key: _like(each, value.get(key)) for key, each in expected.items()}
    return expected
