"""The process that grades for a watch: the same results as `learn check`, and nothing left of the save before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from places import DATA
from sizes import first_always
from workplace import TINY, Workplace

from grader.core.call import Outcomes
from grader.core.result import EXERCISE, CheckResult, Mistake
from grader.grading.prepared import PreparedCheck
from grader.learner.watch.warm_grader import CancelledLaunchError, WarmGrader
from grader.learner.watch.warm_process import WatchedPlace
from grader.sandbox.launcher import LaunchedProcess, Launcher, Settings

FIRST_OF_EACH = sorted(next(iter(sorted(folder.glob("*.py")))) for folder in (DATA / "submissions").iterdir())
FIRST_OF_EACH.sort(key=lambda path: path.parent.name != "fail")  # that one has no limit to run into
OTHERS = sorted({*(DATA / "submissions").glob("*/*.py")} - {*FIRST_OF_EACH})
SPOILS = "import numpy\nnumpy.array = None\nimport builtins\nbuiltins.sum = None\ndef total(values):\n    return 0\n"
REMEMBERS = "import os\ncount = []\ndef total(values):\n    count.append(1)\n    return float(len(count))\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


@pytest.fixture
def warm(workspace: Workplace, processes: Launcher) -> WarmGrader:
    """Return what grades the workspace."""
    return WarmGrader(WatchedPlace(str(TINY), str(workspace.folder), "none"), processes)


def without_seconds(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result without its duration."""
    return {key: value for key, value in result.items() if key != "seconds"}


def checked(workspace: Workplace) -> dict[str, Any]:
    """Return the result of `learn check total`."""
    (found,) = json.loads(workspace.learn("check", "total", "--format", "json", "--confine", "none").out)["exercises"]
    return without_seconds(found)


def watched(warm: WarmGrader) -> dict[str, Any]:
    """Return the result of a save."""
    return without_seconds(json.loads(json.dumps(dict(EXERCISE.dump(warm.grade("small/total"))))))


@pytest.mark.parametrize(
    "path",
    [*first_always(FIRST_OF_EACH), *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_the_result_is_that_of_learn_check(workspace: Workplace, warm: WarmGrader, path: Path) -> None:
    (workspace.folder / "exercises/small/total.py").write_bytes(path.read_bytes())
    assert watched(warm) == checked(workspace)
    assert watched(warm) == checked(workspace)  # from memory, too


def test_nothing_of_a_save_is_left_for_the_next(workspace: Workplace, warm: WarmGrader) -> None:
    workspace.write("exercises/small/total.py", REMEMBERS)
    first = watched(warm)
    workspace.write("exercises/small/total.py", SPOILS)
    assert watched(warm)["score"] < 2
    workspace.solve("total")
    assert watched(warm)["score"] == 2
    workspace.write("exercises/small/total.py", REMEMBERS)
    assert watched(warm) == first


def test_results_without_names_come_check_by_check(workspace: Workplace, warm: WarmGrader) -> None:
    wrong = (DATA / "submissions/fail/the_mean.py").read_bytes()
    (workspace.folder / "exercises/small/total.py").write_bytes(wrong)
    early: list[Sequence[CheckResult]] = []
    result = warm.grade("small/total", lambda results: early.append(results()))
    assert [len(results) for results in early] == list(range(1, len(result.checks) + 1))
    assert any(check.mistake for check in result.checks)
    assert not any(check.mistake for check in early[-1])
    verdicts = [(check.name, check.verdict) for check in result.checks]
    assert [(check.name, check.verdict) for check in early[-1]] == verdicts


class CancellingLauncher:
    """A launcher during whose first start the grading is cancelled."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self.warm: WarmGrader | None = None
        self.layers = launcher.layers
        self.scratch = launcher.scratch

    def start(self, settings: Settings) -> LaunchedProcess:
        started = self._launcher.start(settings)
        if self.warm:
            self.warm.cancel()
        return started

    def close(self) -> None:
        """Leave that to the fixture."""


@pytest.mark.slow
def test_a_grading_cancelled_at_its_start_has_no_result_and_the_next_has(
    workspace: Workplace, processes: Launcher
) -> None:
    launcher = CancellingLauncher(processes)
    workspace.solve("total")
    warm = launcher.warm = WarmGrader(WatchedPlace(str(TINY), str(workspace.folder), "none"), launcher)
    with pytest.raises(CancelledLaunchError):
        warm.grade("small/total")
    launcher.warm = None
    assert warm.grade("small/total").score == 2


def test_a_diagnosis_that_is_cancelled_has_no_result_and_the_next_has_the_name(
    workspace: Workplace, warm: WarmGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = (DATA / "submissions/fail/the_mean.py").read_bytes()
    (workspace.folder / "exercises/small/total.py").write_bytes(wrong)
    run_mistake = PreparedCheck.run_mistake
    ran = 0

    def run(check: PreparedCheck, mistake: Mistake, index: int) -> Outcomes:
        nonlocal ran
        ran += 1
        if ran == 1:
            warm.cancel()  # as the signal does when the next save comes
        return run_mistake(check, mistake, index)

    monkeypatch.setattr(PreparedCheck, "run_mistake", run)
    with pytest.raises(CancelledLaunchError):
        warm.grade("small/total")
    assert ran == 1
    assert watched(warm) == checked(workspace)
