"""Grade code of authors as a learner's file: solutions, mistakes, and whole submissions."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from grader.child.system import Files
from grader.core.result import ExerciseResult, Mistake
from grader.course import shown_path
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.files import strict_yaml
from grader.files.strict_yaml import Trail, YamlFile
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedExercise, prepare
from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess


def exercise_yaml(course: Course, exercise_id: str) -> YamlFile:
    """Return an exercise's YAML file, with the line of each key."""
    path = course.content.exercises / f"{exercise_id}.yaml"
    return strict_yaml.read(path, shown_path(path))


@contextmanager
def submitted(
    launcher: Launcher, name: str, source: bytes, files: Files
) -> Iterator[tuple[Submission, LearnerProcess]]:
    """Yield source code as a submission of the exercise of that name, and its process, which can import `files`, too."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{name}.py").write_bytes(source)
        submission = Submission(Path(folder))
        with LearnerProcess(launcher, {**files, **submission.modules}) as process:
            yield submission, process


class ExerciseGrading:
    """Grades code for one exercise, and points to places in its YAML file."""

    def __init__(self, course: Course, exercise: Exercise, launcher: Launcher) -> None:
        self.course = course
        self.exercise = exercise
        self._launcher = launcher

    def path(self, suffix: str = "") -> Path:
        """Return the path of the solution, or with a suffix such as `_checks` of a file that belongs to it."""
        return self.course.solutions.path(self.exercise.id, suffix)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        return self.course.mistakes(self.exercise.id)

    @cached_property
    def yaml(self) -> YamlFile:
        return exercise_yaml(self.course, self.exercise.id)

    def problem(self, trail: Trail, message: str) -> str:
        """Return a problem at a place of the YAML file."""
        return str(self.yaml.problem(trail, message))

    @cached_property
    def _mistakes_yaml(self) -> YamlFile:
        path = self.course.solutions.mistakes_path(self.exercise.id)
        return strict_yaml.read(path, shown_path(path)) if path.is_file() else YamlFile(shown_path(path))

    def is_trivial(self, mistake: str) -> bool:
        """Return whether an author says that the words of a mistake are true of work that computes nothing, too."""
        return bool(self._mistakes_yaml.data[mistake].get("is_trivial"))

    def problem_in_mistake(self, version: str, message: str) -> str:
        """Return a problem at the name of a version in the file of mistakes; of its first line if there is none."""
        name = version.removesuffix("__alone")
        trails = {
            "__".join(map(str, (trail[0], *trail[2:]))): trail
            for trail in self._mistakes_yaml.keys
            if len(trail) in (1, 3)
        }
        return str(self._mistakes_yaml.problem(trails.get(name, ()), message, at_key=True))

    def problem_in_check(self, name: str, message: str) -> str:
        return self.problem(self.trail(name), message)

    def trail(self, check_name: str) -> Trail:
        """Return the place of a check's name in the YAML file."""
        return ("checks", [check.name for check in self.exercise.checks].index(check_name), "name")

    @cached_property
    def prepared(self) -> PreparedExercise:
        """The prepared exercise that all gradings share, as in a class."""
        return prepare(self.course, self.exercise)

    def grade(
        self, source: bytes, prepared: PreparedExercise | None = None, files: Files = MappingProxyType({})
    ) -> ExerciseResult:
        """Grade source code as a learner's file; `files` are further modules that it can import."""
        with submitted(self._launcher, self.exercise.name, source, files) as (submission, process):
            return grade_exercise(prepared or self.prepared, submission, process)

    def grade_solution(self, source: bytes, prepared: PreparedExercise | None = None) -> ExerciseResult:
        """Grade a solution, right or wrong, through a learner's file that imports it from its place in `solutions/`."""
        module = f"solutions.{self.exercise.id.replace('/', '.')}_submitted"
        files = {**self._sources, module: (f"{module.replace('.', '/')}.py", source)}
        imports = f"from {module} import {', '.join(self.exercise.functions)}\n"
        return self.grade(imports.encode(), prepared, files)

    @cached_property
    def _sources(self) -> dict[str, tuple[str, bytes]]:
        return solution_sources(self.path().parent.parent)


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
