"""Validate a course: its files are complete, its solutions pass, and its checks tell every mistake apart."""

import ast
import doctest
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.in_parallel import for_each
from grader.authoring.leaky_texts import leaks
from grader.authoring.mutant_list import unknown_lines
from grader.authoring.proofs import Proofs
from grader.authoring.python_file import PythonFile, parsed
from grader.authoring.stub import derive_stub, stub_problems
from grader.authoring.trivial_bodies import trivial_passes
from grader.authoring.validate_checks import law_problems, unannounced
from grader.authoring.validate_examples import expectation_problems, task_problems
from grader.authoring.validate_mistakes import mistake_problems, trusted_problems
from grader.authoring.validate_submissions import submission_problems, submissions, unexpected_submissions
from grader.core.errors import CourseError
from grader.core.result import ExerciseResult, Verdict
from grader.course import author_fault, find, shown_path
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.course.load import OTHER_FOLDERS
from grader.files.strict_yaml import YamlError, unknown
from grader.grading.prepared import prepare
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher

BUDGET_SECONDS = 5.0
"""A seed whose two parts differ."""
PLACEHOLDER = "TODO:"
"""Marks what an author has left to be written."""


@dataclass
class CourseReport:
    """The problems of a course, and how many things of each kind were inspected, such as "card"."""

    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def distinct(self) -> list[str]:
        """Return the problems, each once: several files may meet the same broken one, and repeat what is wrong with it."""
        once = list(dict.fromkeys(self.problems))
        return [problem for problem in once if not problem.endswith(tuple(f" {other}" for other in once))]

    def add(self, part: "CourseReport") -> None:
        self.problems += part.problems
        self.counts += part.counts


@contextmanager
def noting(problems: list[str]) -> Iterator[None]:
    """Append the problems of a file that cannot be read, and of code of the course that raises, instead of raising them."""
    try:
        yield
    except YamlError as error:
        problems += map(str, error.problems)
    except CourseError as error:
        problems.append(str(error))
    except (Exception, SystemExit) as error:  # `exit()` in a course's code would end the gate, and look like success
        if not (problem := author_fault(error)):
            raise  # a fault of ours
        problems.append(problem)


def inspect_course(course: Course, launcher: Launcher, ids: list[str] | None = None) -> CourseReport:
    """Inspect a whole course, or the exercises given."""
    chosen, report = _begin(course, ids)
    for exercise_id in chosen:
        report.counts["exercise"] += 1
        with noting(report.problems):
            exercise = course.exercise(exercise_id)
            report.problems += ExerciseValidator(course, exercise, launcher, report).problems()
    return report


def inspect_in_parallel(
    folder: Path | None, course: Course, proofs: Proofs, ids: list[str] | None, tell: Callable[[str], None]
) -> CourseReport:
    """Inspect the course in `folder`, without the exercises proved before: several at once, one to a processor."""
    chosen, report = _begin(course, ids)
    proved = {exercise_id: proofs.counts(exercise_id) for exercise_id in chosen}
    left = [exercise_id for exercise_id in chosen if proved[exercise_id] is None]
    report.counts += sum(filter(None, proved.values()), Counter())
    for exercise_id, part in for_each(course, left, _inspect_one, folder):
        report.add(part)
        if not part.problems:
            proofs.keep(exercise_id, part.counts)
        tell(exercise_id)
    return report


def _begin(course: Course, ids: list[str] | None) -> tuple[list[str], CourseReport]:
    """Return the exercises to inspect, and a report with the problems of the course's files around them."""
    report = CourseReport()
    if ids is None:
        ids = []
        with noting(report.problems):
            report.problems += [*unexpected_files(course), *unexpected_submissions(course)]
            ids = course.exercise_ids
    return ids, report


def _inspect_one(folder: Path | None, exercise_id: str) -> CourseReport:
    with closing(open_launcher()) as launcher:
        return inspect_course(Course(find(folder)), launcher, [exercise_id])


def unexpected_files(course: Course) -> Iterator[str]:
    """Yield a problem for the files of each exercise that the table of contents does not have."""
    known, files = course.exercise_ids, dict[str, list[Path]]()
    exercises, solutions = course.content
    for path in sorted(exercises.glob("*/*")):
        if path.suffix in (".yaml", ".py") and path.parent.name not in OTHER_FOLDERS:
            files.setdefault(path.relative_to(exercises).with_suffix("").as_posix(), []).append(path)
    units = {exercise_id.rpartition("/")[0] for exercise_id in known}
    for path in sorted([*solutions.glob("*/*.py"), *solutions.glob("*/*_m*s.yaml")]):
        exercise_id = path.relative_to(solutions).with_suffix("").as_posix()
        if path.parent.name in units and exercise_id not in known:
            files.setdefault(re.sub(r"_(mistakes|checks|mutants)$", "", exercise_id), []).append(path)
    for exercise_id, (first, *others) in files.items():
        if exercise_id not in known:
            more = f", nor do {len(others)} other files of this name" if others else ""
            advice = (
                f"add `{exercise_id.rpartition('/')[2]}` to course.yaml, or remove {'them' if others else 'the file'}"
            )
            yield f"{shown_path(first)}: belongs to no exercise{more}; {advice}"


class ExerciseValidator:
    """Validates one exercise, and counts its checks, mistakes and submissions in the report."""

    def __init__(self, course: Course, exercise: Exercise, launcher: Launcher, report: CourseReport) -> None:
        self._course = course
        self._exercise = exercise
        self._report = report
        self._solutions = course.solutions
        self._grading = ExerciseGrading(course, exercise, launcher)
        self._stub, self._solution = course.stub(exercise.id), course.solutions.path(exercise.id)
        self._problem = self._grading.problem

    def problems(self) -> Iterator[str]:
        """Yield the exercise's problems, as `file: what is wrong; what to do`, with line and column where there is one."""
        missing = list(self._missing_files())
        yield from missing
        if missing:
            return
        found: list[str] = []
        for stage in (self._placeholder_problems, self._signature_problems, self._uses_problems):
            with noting(found):
                found += stage()
        with noting(found):
            found += () if found else trusted_problems(self._grading)
            found += () if found else law_problems(self._grading)
            found += () if found else self._limit_problems()
        yield from found
        if found:  # everything below runs this code, too
            return
        for stage in (
            partial(stub_problems, self._course, self._exercise.id),
            partial(leaks, self._grading),
            partial(unknown_lines, self._grading),
            partial(unannounced, self._grading),
            self._doctest_problems,
            partial(expectation_problems, self._grading),
            partial(task_problems, self._grading),
            self._attempt_problems,
            self._solution_problems,
            partial(mistake_problems, self._grading),
            partial(submission_problems, self._grading),
        ):
            with noting(found):
                found += stage()
        yield from found
        self._report.counts.update(
            check=len(self._exercise.checks),
            mistake=len({mistake.name for mistake in self._grading.mistakes}),
            submission=len(submissions(self._course, self._exercise.id)),
        )

    def _missing_files(self) -> Iterator[str]:
        for path in (self._solution, self._solutions.mistakes_path(self._exercise.id)):
            if not path.is_file():
                yield f"{shown_path(path)}: is missing; write it (`learn author new` makes all files of an exercise)"
        if not self._stub.is_file():
            yield f"{shown_path(self._stub)}: is missing; run `learn author stubs {self._exercise.name}`"

    def _placeholder_problems(self) -> Iterator[str]:
        """Yield each line that is left to be written."""
        others = [self._solution, self._solutions.mistakes_path(self._exercise.id)]
        for path in (self._course.content.exercises / f"{self._exercise.id}.yaml", *others):
            file = PythonFile(path)  # of a YAML file, too, it gives the lines
            for number, line in enumerate(file.text.split("\n"), start=1):
                if PLACEHOLDER in line:
                    left = line[line.index(PLACEHOLDER) :].strip("\"' ")
                    yield file.problem_at(number, f"`{left}` is left to be written; write it", PLACEHOLDER)

    def _signature_problems(self) -> Iterator[str]:
        """The solution must have the parameters that the YAML declares."""
        wanted, file = self._exercise.parsed_signature, PythonFile(self._solution)
        names = [parameter.name for parameter in wanted.parameters]
        parameters = parameters_of(self._solution, wanted.function)
        if parameters is None:
            yield file.problem_at(1, f"defines no `{wanted.function}`, which `signature` names; write it")
        elif parameters != names:
            what = f"`{wanted.function}` takes {', '.join(parameters)}; `signature` says {', '.join(names)}"
            yield file.problem_in(wanted.function, what)

    def _uses_problems(self) -> Iterator[str]:
        """`uses` may name only earlier exercises, and must name those that the task offers for import."""
        ids = self._course.exercise_ids
        before = [exercise_id.rpartition("/")[2] for exercise_id in ids[: ids.index(self._exercise.id)]]
        for index, name in enumerate(self._exercise.uses):
            if name not in before:
                yield self._problem(("uses", index), unknown("earlier exercise", name, before))
        # For a module that `uses` does not name, grading imports the learner's own file, with all that is wrong in it.
        for name in dict.fromkeys(re.findall(r"\bfrom\s+`?(\w+)", self._exercise.task)):
            if name in before and name not in self._exercise.uses:
                what = f"the task offers an import from {name}, which `uses` does not name; add it to `uses`"
                yield self._problem(("task",), what)

    def _doctest_problems(self) -> Iterator[str]:
        """The examples of the solution must be true of it."""
        # Examples may print, which trusted files may not: their `print` prints nothing.
        names = {**vars(self._solutions.reference(self._exercise.id)), "print": print}
        test = doctest.DocTestParser().get_doctest(_docstrings(self._solution), names, self._solution.name, None, 0)
        runner, file = Examples(), PythonFile(self._solution)
        runner.run(test)
        for source, got in runner.wrong:
            line = next((number for number, text in enumerate(file.text.split("\n"), 1) if source in text), None)
            yield file.problem_at(line, f"the solution gives {got} here; correct the example", source)

    @cached_property
    def _stub_result(self) -> ExerciseResult:
        return self._grading.grade(derive_stub(self._course, self._exercise.id).encode())

    def _limit_problems(self) -> Iterator[str]:
        """The stub must end in time."""
        limits = self._exercise.limits
        if self._stub_result.verdict is Verdict.TIMEOUT:
            what = "the stub, which should do nothing, takes longer than"
            what += f" {limits.call_seconds:g} s for a call or {limits.exercise_seconds:g} s for all; allow more"
            yield self._problem(("limits",), what)

    def _attempt_problems(self) -> Iterator[str]:
        """The stub must count as not attempted, or make its mistake; a function that does nothing must pass no check."""
        result, mistake = self._stub_result, self._exercise.stub
        if mistake:
            names = [check.mistake.name for check in result.checks if check.mistake and not check.score]
            if names != [mistake] * len(result.checks):
                yield self._problem(
                    ("stub",), f"the stub must fail each check with the mistake {mistake!r}; it gets {names}"
                )
        elif result.verdict is not Verdict.NOT_ATTEMPTED:
            why = next((f" ({check.message})" for check in result.checks if check.verdict is Verdict.ERROR), "")
            what = (
                f"its stub is graded {result.verdict.value}{why}, not not-attempted; mark what is missing as `# given`"
            )
            yield PythonFile(self._solution).problem_in(self._exercise.function, what)
        for name, what in trivial_passes(self._grading.prepared):
            yield self._grading.problem_in_check(name, what)

    def _solution_problems(self) -> Iterator[str]:
        """The solution must pass, twice with the same result, and in time."""
        results = []
        for _ in range(2):
            started = time.process_time()  # the learner's process has its own limits
            prepared = prepare(self._course, self._exercise)  # anew, since the two runs must not share state
            results.append(self._grading.grade_solution(self._solution.read_bytes(), prepared))
            if time.process_time() - started > BUDGET_SECONDS:
                what = f"grading the solution takes more than {BUDGET_SECONDS:g} s; make the checks smaller"
                yield self._problem(("checks",), what)
        first, second = results
        printed = "".join(check.stdout for check in first.checks)
        if printed and not any(check.judges_output for check in self._exercise.checks):
            what = f"prints {printed.splitlines()[0]!r:.60} while it is graded; take the print out"
            yield PythonFile(self._solution).problem_in(self._exercise.function, what)
        for check in first.checks:
            if check.verdict is not Verdict.PASS:
                what = f"the solution is graded {check.verdict.value} in “{check.name}”: {check.message}"
                yield self._grading.problem_in_check(check.name, what)
        if first.checks != second.checks:
            what = "grading the solution twice gives two results; make it depend on nothing but its inputs"
            yield PythonFile(self._solution).problem_in(self._exercise.function, what)


class Examples(doctest.DocTestRunner):
    """Runs examples, and notes the first line of each that is wrong, and what came instead."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.wrong: list[tuple[str, str]] = []

    def report_failure(self, out: object, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.wrong.append((example.source.splitlines()[0], " ".join(got.split()) or "nothing"))

    def report_unexpected_exception(
        self, out: object, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        self.wrong.append((example.source.splitlines()[0], f"{exc_info[0].__name__}: {exc_info[1]}"))


def parameters_of(path: Path, function: str) -> list[str] | None:
    """Return the names of the parameters of a function, or of a class's `__init__` without self."""
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef) and node.name == function:
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            own = next((method.args for method in methods if method.name == "__init__"), None)
            return [argument.arg for argument in (*own.args[1:], *own.kwonlyargs)] if own else []
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
    return None


def _docstrings(path: Path) -> str:
    nodes = ast.walk(parsed(path))
    documented = [node for node in nodes if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    return "\n\n".join(ast.get_docstring(node) or "" for node in documented)
