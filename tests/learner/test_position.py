"""The exercise that the learner is at: the last one until it has passed, then the next one not passed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workplace import TINY

from grader.course import Content, find
from grader.course.course import Course
from grader.learner import progress
from grader.learner.folder import Workspace
from grader.learner.position import (
    current_exercise,
    finished_units,
    next_exercise,
    open_exercises,
    record_current,
)
from grader.learner.progress import ExerciseProgress, Progress

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


def with_extra(folder: Path, names: str) -> Course:
    """Return the tiny course with extra exercises."""
    shutil.copytree(TINY, folder / "course")
    table = folder / "course/exercises/course.yaml"
    table.write_text(table.read_text("utf-8") + f"    extra: [{names}]\n", "utf-8")
    return Course(Content(table.parent, folder / "course/solutions"))


def test_extra_exercises_are_passed_by_and_not_waited_for(tmp_path: Path) -> None:
    course, workspace = with_extra(tmp_path, "scale, odd"), Workspace(tmp_path)
    assert progress.save(workspace.state, Progress({IDS[0]: ExerciseProgress("pass")}, IDS[0]))
    assert next_exercise(course, workspace) == IDS[2]
    record_current(workspace, IDS[1])  # who asks for one is at it
    assert (current_exercise(course, workspace), next_exercise(course, workspace)) == (IDS[1], IDS[2])
    main = Progress({each: ExerciseProgress("pass") for each in IDS if not each.endswith(("scale", "odd"))}, IDS[0])
    assert progress.save(workspace.state, main)
    assert current_exercise(course, workspace) is None
    assert open_exercises(course, main, course.exercise_ids) == []
    before, now = main.exercises.keys() - {IDS[0]}, main.exercises.keys()
    assert [unit.id for unit in finished_units(course, before, now)] == ["small"]
    assert finished_units(course, now, [*now, IDS[1]]) == []
