"""The exercise that the learner is at: the last one until it has passed, then the next one not passed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from workplace import TINY

from grader.course import find
from grader.course.course import Course
from grader.workspace import progress
from grader.workspace.folder import Workspace
from grader.workspace.position import current_exercise, note_current
from grader.workspace.progress import ExerciseProgress, Progress

COURSE = Course(find(TINY))
IDS = COURSE.exercise_ids


@pytest.mark.parametrize(
    ("last", "passed", "expected"),
    [
        ("", [], IDS[0]),
        ("", IDS[:2], IDS[2]),
        (IDS[3], [], IDS[3]),
        (IDS[3], [IDS[3]], IDS[4]),
        (IDS[3], IDS[3:5], IDS[5]),
        (IDS[-1], [IDS[-1], IDS[0]], IDS[1]),
        (IDS[3], IDS, None),
        ("gone/away", IDS[:1], IDS[1]),
    ],
)
def test_the_current_exercise(tmp_path: Path, last: str, passed: list[str], expected: str | None) -> None:
    workspace = Workspace(tmp_path)
    noted = Progress({each: ExerciseProgress("pass") for each in passed}, last)
    assert progress.save(workspace.state, noted)
    assert current_exercise(COURSE, workspace) == expected


def test_noting_the_current_exercise_keeps_the_rest(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    noted = Progress({IDS[0]: ExerciseProgress("pass", 2, 2)})
    assert progress.save(workspace.state, noted)
    note_current(workspace, IDS[5])
    assert current_exercise(COURSE, workspace) == IDS[5]
    assert progress.load(workspace.state).exercises == noted.exercises


@pytest.mark.parametrize("last", [None, 3, [], {"a": 1}])
def test_a_damaged_last_exercise_counts_as_none(tmp_path: Path, last: object) -> None:
    workspace = Workspace(tmp_path)
    workspace.state.mkdir()
    (workspace.state / progress.FILE).write_text(json.dumps({"exercises": {}, "last": last}))
    assert current_exercise(COURSE, workspace) == IDS[0]


def test_where_nothing_can_be_saved_noting_does_nothing(tmp_path: Path) -> None:
    (tmp_path / ".learn").write_text("a file")
    note_current(Workspace(tmp_path), IDS[5])
    assert current_exercise(COURSE, Workspace(tmp_path)) == IDS[0]
