"""Exercises as pytest items: `pytest exercises/` in a workspace (by `token_by_token.py`), and `learn check` everywhere.

Each check is an item. A learner's file is graded as a whole when its first item runs, and the items report
its results, so they agree exactly with `learn grade`. pytest itself never imports a learner's file.
"""

import os
import re
import textwrap
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from grader.core.errors import UserError
from grader.core.escape import cut
from grader.core.escape import line as escaped
from grader.core.result import CHECK, CheckResult, ExerciseResult, Verdict
from grader.files.regular_file import read_or_none
from grader.reports.text import FOR_PYTEST, Detail, check_lines

if TYPE_CHECKING:
    from grader.course.course import Course
    from grader.grading.submission.folder import Submission
    from grader.sandbox.launcher import Launcher
    from grader.sandbox.process import LearnerProcess

MAX_MESSAGE = 100
GRADERS: "pytest.StashKey[dict[Path, WorkspaceGrader]]" = pytest.StashKey()

AUTOLOAD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"
UNUSED = (
    "assertion cacheprovider capture debugging doctest faulthandler junitxml legacypath logging monkeypatch pastebin "
    "python_path recwarn setuponly setupplan skipping stepwise terminal threadexception tmpdir unittest "
    "unraisableexception warnings"
).split()
"""pytest's own plugins that `learn check` does without; each costs time at start."""


class WorkspaceGrader:
    """Grades the files of one workspace, each exercise once."""

    def __init__(self, course: "Course", submission: "Submission", launcher: "Launcher | None" = None) -> None:
        self.course = course
        self.submission = submission
        self._graded: dict[str, ExerciseResult] = {}
        self._launcher = launcher
        self._opened = ExitStack()

    @cached_property
    def _process(self) -> "LearnerProcess":
        # As in `result`: these import numpy, too.
        from grader.sandbox.examine import open_launcher
        from grader.sandbox.process import LearnerProcess

        launcher = self._launcher or self._opened.enter_context(closing(open_launcher()))
        return self._opened.enter_context(LearnerProcess(launcher, self.submission.modules))

    def result(self, exercise_id: str) -> ExerciseResult:
        """Return the result of an exercise, graded at the first call."""
        # Imported here since grading imports numpy, which a session that collects only does not need.
        from grader.grading.grade_submission import grade_exercise
        from grader.grading.prepared import prepare

        if exercise_id not in self._graded:
            process = self._process  # opened before the solution is loaded
            prepared = prepare(self.course, self.course.exercise(exercise_id))
            self._graded[exercise_id] = grade_exercise(prepared, self.submission, process)
        return self._graded[exercise_id]

    def close(self) -> None:
        """End the learner's process, and the launcher unless it was given."""
        self._opened.close()


class CheckFailed(Exception):
    """A check that did not pass; the text is what the learner reads."""


class Crash(NamedTuple):
    """The place of a failure; pytest's short formats show it as `path:line: message`, which editors find."""

    path: str
    lineno: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.lineno}: {self.message}"


@dataclass(frozen=True)
class Failure:
    """A failure as pytest prints it: our text, then its place in the learner's file."""

    text: str
    reprcrash: Crash

    def __str__(self) -> str:
        return f"{self.text}\n\n{self.reprcrash}"

    def toterminal(self, writer: Any) -> None:
        writer.line(str(self))


class ExerciseFile(pytest.File):
    """A learner's file, as the checks of its exercise."""

    grader: WorkspaceGrader
    exercise_id: str

    @cached_property
    def line(self) -> int | None:
        """Return the index of the line that defines the exercise's function; None if there is none."""
        if self.path.suffix != ".py":  # `learn check` collects the YAML files and shows no line of them
            return None
        function = re.escape(self.grader.course.words(self.exercise_id).functions[0])
        text = (read_or_none(self.path) or b"").decode("utf-8", "replace")
        match = re.search(rf"^(def|class) {function}\b", text, re.MULTILINE)
        return text.count("\n", 0, match.start()) if match else None

    def collect(self) -> "Iterator[CheckItem]":
        """Yield an item for each check."""
        for index, check in enumerate(self.grader.course.exercise(self.exercise_id).checks):
            item: CheckItem = CheckItem.from_parent(self, name=check.name)
            item.index = index
            yield item

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show a course that cannot be used as one sentence, without our traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, UserError) else super().repr_failure(excinfo)


class CheckItem(pytest.Item):
    """One check of one exercise."""

    index: int
    parent: ExerciseFile

    @property
    def check_result(self) -> CheckResult:
        return self.parent.grader.result(self.parent.exercise_id).checks[self.index]

    def runtest(self) -> None:
        """Report the check's result; raise CheckFailed if it did not pass."""
        result = self.check_result
        self.user_properties.append(("learn", result.to_json()))
        if self.parent.grader.result(self.parent.exercise_id).verdict is Verdict.NOT_ATTEMPTED:
            pytest.skip(f"not attempted yet: write {self.path.name}")
        if result.verdict is Verdict.SKIPPED:
            pytest.skip(result.message or "the file could not be used")
        if result.verdict is not Verdict.PASS:
            unplaced = result._replace(location=None)  # `Failure` ends with the place
            detail = Detail(printed=FOR_PYTEST, has_bars=True, name=self.parent.exercise_id.rpartition("/")[2])
            raise CheckFailed(textwrap.dedent("\n".join(check_lines(unplaced, detail=detail))))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the learner's failure without our traceback."""
        if isinstance(excinfo.value, CheckFailed):
            return Failure(str(excinfo.value), self._crash())
        return super().repr_failure(excinfo, style)

    def _crash(self) -> Crash:
        result, path = self.check_result, self.path
        line = (self.parent.line or 0) + 1
        if result.location and result.location.line:
            path, line = self.parent.grader.submission.folder / result.location.file, result.location.line
        message = result.mistake.told if result.mistake else result.message.partition("\n")[0]
        return Crash(os.path.relpath(path), line, cut(escaped(message or "not the expected result"), MAX_MESSAGE))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the location that reports show: the exercise and the check."""
        return self.path, self.parent.line, f"{self.parent.exercise_id}: {self.name}"


class Ignored(pytest.File):
    """A learner's file given by name, which pytest must not import."""

    def collect(self) -> list[pytest.Item]:
        return []


def collect_file(path: Path, parent: pytest.Collector) -> ExerciseFile | None:
    """Collect a learner's file in a workspace; `token_by_token` calls this."""
    exercise = _exercise_at(path, parent.config)
    return exercise_file(path, parent, *exercise) if exercise else None


def ignore_module(path: Path, parent: pytest.Collector) -> Ignored | None:
    """Keep pytest from importing a learner's file that it was given by name; `token_by_token` calls this."""
    return Ignored.from_parent(parent, path=path) if _exercise_at(path, parent.config) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Place a skipped check in the learner's file, where pytest would name this one."""
    report = yield
    if isinstance(item, CheckItem) and isinstance(report.longrepr, tuple):
        path, line, _ = item.reportinfo()
        report.longrepr = (os.path.relpath(path), (line or 0) + 1, report.longrepr[2])
    return report


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the learners' processes."""
    for grader in config.stash.get(GRADERS, {}).values():
        grader.close()


def exercise_file(path: Path, parent: pytest.Collector, grader: WorkspaceGrader, exercise_id: str) -> ExerciseFile:
    """Make the collector of one exercise's checks."""
    file: ExerciseFile = ExerciseFile.from_parent(parent, path=path)
    file.grader, file.exercise_id = grader, exercise_id
    return file


def _exercise_at(path: Path, config: pytest.Config) -> tuple[WorkspaceGrader, str] | None:
    """Return the exercise whose learner's file is at a path of a workspace, None for any other file."""
    root = path.parent.parent.parent
    graders = config.stash.setdefault(GRADERS, {})
    exercise_id = f"{path.parent.name}/{path.stem}"
    try:
        if root not in graders:
            graders[root] = _workspace_grader(root)
        is_known = exercise_id in graders[root].course.exercise_ids  # reads course.yaml
    except UserError as error:
        raise pytest.Collector.CollectError(
            f"{error} (for pytest, LEARN_COURSE stands for --course)"
        ) from None  # which pytest shows without a traceback
    return (graders[root], exercise_id) if is_known else None


def _workspace_grader(root: Path) -> WorkspaceGrader:
    # Here, since `learn check`, which imports this file at each start, opens its course itself.
    from grader.grading.submission.folder import Submission
    from grader.learner.course import chosen_course, open_course

    return WorkspaceGrader(open_course(chosen_course(root)), Submission(root))


class CheckSession:
    """The plugin of `learn check`: collects the exercises requested, begun or not, and stores pytest's reports."""

    def __init__(self, grader: WorkspaceGrader) -> None:
        self._grader = grader
        self._checks: dict[str, list[CheckResult]] = {}
        self._seconds: dict[str, float] = {}
        self._faults: list[BaseException] = []

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> ExerciseFile | None:
        """Collect an exercise that was named by its YAML file."""
        if file_path.suffix != ".yaml":
            return None
        return exercise_file(file_path, parent, self._grader, f"{file_path.parent.name}/{file_path.stem}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a check's result from its report."""
        if report.when == "call":
            exercise_id = report.location[2].partition(": ")[0]
            document = dict(report.user_properties).get("learn")
            if document is not None:
                self._checks.setdefault(exercise_id, []).append(CHECK.load(document))
            self._seconds[exercise_id] = self._seconds.get(exercise_id, 0.0) + report.duration

    def pytest_exception_interact(self, call: pytest.CallInfo[Any]) -> None:
        """Store exceptions that are not a failed check, those of collection as well, which pytest would only print."""
        if call.excinfo is not None and not isinstance(call.excinfo.value, CheckFailed):
            self._faults.append(call.excinfo.value)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Store the interrupt by the user."""
        if type(excinfo.value) is KeyboardInterrupt:  # pytest derives its own exits from it
            self._faults.insert(0, excinfo.value)

    def result(self, exercise_id: str) -> ExerciseResult:
        """Return an exercise's result, built from the reports of its checks; raise the first fault of ours."""
        if self._faults:
            raise self._faults[0]
        exercise, submission = self._grader.course.exercise(exercise_id), self._grader.submission
        checks = tuple(self._checks.get(exercise_id, ()))
        if [check.name for check in checks] != [check.name for check in exercise.checks]:
            raise RuntimeError(f"pytest reported {len(checks)} of {len(exercise.checks)} checks of {exercise_id}")
        file = submission.shown(exercise_id) if submission.path(exercise_id) else None
        return ExerciseResult(exercise_id, exercise.title, file, checks, self._seconds[exercise_id])


def run(grader: WorkspaceGrader, exercise_ids: Sequence[str]) -> list[ExerciseResult]:
    """Run the checks of exercises as a pytest session in this process; return what its reports say.

    The user's configuration, conftest and plugins are not loaded: they could change a verdict.

    Raises:
        Exception: a fault that is not the learner's.
    """
    folder = grader.course.content.exercises
    arguments = [f"{folder / exercise_id}.yaml" for exercise_id in exercise_ids]
    quiet = [f"-pno:{name}" for name in UNUSED]
    places = ["-c", os.devnull, "--rootdir", str(folder), "--confcutdir", str(folder)]  # no search elsewhere
    session = CheckSession(grader)
    with _no_user_plugins():
        pytest.main([*quiet, "--noconftest", *places, *arguments], [session])
    return [session.result(exercise_id) for exercise_id in exercise_ids]


@contextmanager
def _no_user_plugins() -> Iterator[None]:
    """Hide the environment variables that make pytest load plugins; before 8.4, no option does."""
    before = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", AUTOLOAD)}
    os.environ[AUTOLOAD] = "1"
    try:
        yield
    finally:
        del os.environ[AUTOLOAD]
        os.environ.update({name: value for name, value in before.items() if value is not None})
