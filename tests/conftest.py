"""A tiny course, a way to grade files on it, and the processes for that."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings
from places import DATA

from grader.core.result import CheckResult, Result
from grader.course import find
from grader.course.course import Course
from grader.grading.grade_submission import grade
from grader.grading.submission.folder import Submission
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher

GradeFiles = Callable[..., Result]
FirstCheck = Callable[..., CheckResult]
HANDLER = (lambda *_: None) if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else signal.default_int_handler
"""The handler in place of SIG_IGN: it ignores SIGINT if that was ignored when pytest started."""


def pytest_configure() -> None:
    """Let hypothesis take its time: how long an example takes is the machine's matter."""
    settings.register_profile("untimed", deadline=None)
    settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites golden files, and the one for runs in which everything has to be installed."""
    parser.addoption("--update-golden", action="store_true", help="write golden files and schemas anew")
    parser.addoption("--forbid-skips", action="store_true", help="a test that is skipped fails")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With --forbid-skips, let a skipped test fail with the reason that it gave."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and item.config.getoption("--forbid-skips"):
        *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else (report.longrepr,)
        report.outcome, report.longrepr = "failed", f"{reason}, and --forbid-skips is given"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """With --forbid-skips, let a file that is skipped as a whole be an error."""
    report = yield
    if report.skipped and collector.config.getoption("--forbid-skips"):
        *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else (report.longrepr,)
        report.outcome, report.longrepr = "failed", f"{collector.nodeid}: {reason}, and --forbid-skips is given"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among ten thousand tests while they are collected, nor ever after: a fifth of the time for it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def interruptible() -> None:
    """Let the processes that a test starts receive SIGINT: they inherit SIG_IGN, but no handler.

    A shell without job control starts what is followed by `&` with SIGINT ignored, and `learn` ignores it while it ends.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, HANDLER)


@pytest.fixture(scope="session")
def tiny() -> Course:
    """Return the tiny course."""
    return Course(find(DATA / "course"))


@pytest.fixture(scope="session")
def processes() -> Iterator[Launcher]:
    """Start learners' processes without confinement, and end them all."""
    made = open_launcher(ConfinementMode.NONE)  # what confinement prevents is tested in test_confine.py
    yield made
    made.close()


@pytest.fixture
def grade_files(tiny: Course, processes: Launcher, tmp_path: Path) -> GradeFiles:
    """Return a function that grades files, given by path and content, on exercises given by name."""

    def run(files: Mapping[str, str | bytes], *names: str, seed: int = 0, course: Course = tiny) -> Result:
        for path, content in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(content.encode() if isinstance(content, str) else content)
        ids = [course.find(name) for name in names or sorted(Path(path).stem for path in files)]
        return grade(course, Submission(tmp_path), processes, exercise_ids=ids, seed=seed)

    return run


@pytest.fixture
def first_check(grade_files: GradeFiles) -> FirstCheck:
    """Return a function that grades one file and returns its first check."""

    def run(name: str, content: str | bytes) -> CheckResult:
        return grade_files({f"{name}.py": content}).exercises[0].checks[0]

    return run
