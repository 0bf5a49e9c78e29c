"""`allow:` of a course: learners' code imports the declared files of an installed distribution, and nothing else."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from handmade import call
from installed import FILES, install
from systems import linux_only

from grader.core.call import Ending
from grader.core.errors import CourseError
from grader.core.result import ALLOWED, UNCONFINED, CourseStamp, Result
from grader.course.exercise import Limits
from grader.sandbox.allowed import allowed
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher
from grader.sandbox.process import LearnerProcess

LIMITS = Limits(call_seconds=30.0, exercise_seconds=60.0)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of installed distributions: one to allow, and its neighbor."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder, "tiny-math", FILES)
    install(folder, "neighbor", {"neighbor.py": "SECRET = 7\n"})
    monkeypatch.syspath_prepend(str(folder))
    importlib.invalidate_caches()
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tiny_math", "neighbor")]:
        del sys.modules[name]


def test_the_files_that_a_distribution_declares_are_allowed(site: Path) -> None:
    found = allowed(["tiny-math"])
    assert found.modules == {"tiny_math": str(site / "tiny_math/__init__.py")}
    assert found.readable == (str(site / "tiny_math"),)
    assert found.layers == ("allowed: tiny-math 1.5",)
    assert allowed([]) == ({}, (), ())


@pytest.mark.parametrize("name", ["token-by-token", "Token_By.Token", "pytest", "numpy", "pydantic", "PyYAML", "pip"])
def test_what_grading_runs_on_cannot_be_allowed(name: str) -> None:
    with pytest.raises(CourseError) as caught:
        allowed([name])
    assert str(caught.value) == f"course.yaml allows {name!r}, which grading itself runs on; take it out of `allow`"


def test_what_cannot_be_trusted_to_be_the_distribution_is_refused(site: Path) -> None:
    install(site, "extra", {"extra/__init__.py": ""}, {"extra/more.py": "x = 1\n"})
    install(site, "linked", {"linked/__init__.py": ""})
    (site / "linked/all").symlink_to("/etc")
    install(site, "shadow", {"json/__init__.py": ""})
    install(site, "ours", {"grader/__init__.py": ""})
    install(site, "nothing", {"../bin/nothing": ""})
    cases = {
        "absent": "course.yaml allows 'absent', which is not installed; install it beside token-by-token",
        "../x": "course.yaml allows '../x', which is not installed; install it beside token-by-token",
        "shadow": "course.yaml allows 'shadow', whose module 'json' would replace another; take it out",
        "ours": "course.yaml allows 'ours', whose module 'grader' would replace another; take it out",
        "nothing": "course.yaml allows 'nothing', which declares no module; install it from a wheel",
    }
    for name, path in (("extra", "extra/more.py"), ("linked", "linked/all")):
        why = f"which has a file that it does not declare: {site / path}; install it anew"
        cases[name] = f"course.yaml allows {name!r}, {why}"
    for name, message in cases.items():
        with pytest.raises(CourseError) as caught:
            allowed([name])
        assert str(caught.value) == message


SOURCE = b"""
def f(what):
    if what == "use":
        import tiny_math
        return tiny_math.double(21)
    if what == "neighbor":
        import neighbor
        return neighbor.SECRET
    return open(what).read()
"""


@linux_only("confinement is Linux's")
@pytest.mark.parametrize("is_quick", [True, False])
def test_learners_code_imports_what_is_allowed_and_stays_confined(site: Path, *, is_quick: bool) -> None:
    with closing(open_launcher(ConfinementMode.STRICT, is_quick=is_quick, allow=["tiny-math"])) as launcher:
        assert launcher.layers[-1] == "allowed: tiny-math 1.5"
        with LearnerProcess(launcher, {"f": ("f.py", SOURCE)}) as process:
            assert process.load("f", ["f"], LIMITS, 60.0).is_callable
            tries = ["use", "neighbor", str(site / "neighbor.py"), "/etc/passwd"]
            outcomes = [process.run([call(what)], LIMITS, 60.0)[0][0] for what in tries]
    assert (outcomes[0].ending, outcomes[0].value) == (Ending.RETURNED, 42)
    assert [outcome.ending for outcome in outcomes[1:]] == [Ending.RAISED, Ending.FORBIDDEN, Ending.FORBIDDEN]
    with (
        closing(open_launcher(ConfinementMode.STRICT, is_quick=is_quick)) as launcher,
        LearnerProcess(launcher, {"f": ("f.py", SOURCE)}) as process,
    ):
        process.load("f", ["f"], LIMITS, 60.0)
        assert process.run([call("use")], LIMITS, 60.0)[0][0].ending is Ending.RAISED


def test_an_allowed_distribution_makes_no_result_confined() -> None:
    open_result = Result("1", CourseStamp("c", 1, "0" * 64), (), confinement=(*sorted(UNCONFINED), f"{ALLOWED}x 1"))
    assert not open_result.is_confined
    assert open_result._replace(confinement=("landlock", f"{ALLOWED}x 1")).is_confined
