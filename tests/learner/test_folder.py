"""The learner's folder: found from within, taken as it is, made without overwriting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.course.course import Course
from grader.learner.folder import Workspace, WorkspaceError, create, find, find_or_take
from grader.learner.progress import Progress
from grader.learner.watch.state import State


def test_a_workspace_is_found_from_every_folder_in_it(tiny: Course, tmp_path: Path) -> None:
    create(tmp_path, tiny)
    for folder in (tmp_path, tmp_path / "exercises", tmp_path / "exercises/small"):
        assert find(folder, tiny) == Workspace(tmp_path)


def test_a_clone_of_the_repository_is_a_workspace(tiny: Course, tmp_path: Path) -> None:
    (tmp_path / "exercises/unit").mkdir(parents=True)
    (tmp_path / "exercises/course.yaml").write_text("")
    assert find(tmp_path / "exercises/unit", tiny) == Workspace(tmp_path)


@pytest.mark.parametrize("name", ["total.py", "small/total.py", "exercises/small/total.py"])
def test_a_folder_with_a_learners_file_is_taken(tiny: Course, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("")
    assert find_or_take(tmp_path, tiny) == Workspace(tmp_path)
    assert Workspace(tmp_path).stub_path("small/total") == tmp_path / name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "no exercises in {0}; make a folder with `learn init my-course` and go there"),
        ("nowhere", "{0}/nowhere is not a folder; give the folder that your files are in"),
    ],
)
def test_a_folder_with_nothing_to_grade_is_refused(tiny: Course, tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        find_or_take(tmp_path / name, tiny)
    assert str(caught.value) == message.format(tmp_path)


def test_a_new_workspace_holds_stubs_two_pages_and_a_marker_only(tiny: Course, tmp_path: Path) -> None:
    written = create(tmp_path, tiny)
    stubs = [f"exercises/{each}.py" for each in tiny.exercise_ids]
    assert written == [*stubs, "README.md", "AGENTS.md", ".learn/workspace.json"]
    assert sorted(written) == sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file())
    for name in stubs:
        assert (tmp_path / name).read_bytes() == (tiny.content.exercises.parent / name).read_bytes()
    record = json.loads((tmp_path / ".learn/workspace.json").read_text())
    assert (record["course"], record["version"]) == ("tiny", 1)
    assert list(record["exercises"]) == tiny.exercise_ids


def test_a_workspace_of_two_exercises_counts_two_and_those_that_it_has_a_file_of(tiny: Course, tmp_path: Path) -> None:
    ids = tiny.exercise_ids
    assert len(create(tmp_path, tiny, ids[1:3])) == 5
    workspace = Workspace(tmp_path)
    assert workspace.handed_out(tiny) == ids[1:3]
    assert State(tiny, workspace, ids[1], Progress()).ids == ids[1:3]
    assert State(tiny, workspace, ids[4], Progress()).ids == [*ids[1:3], ids[4]]
    (tmp_path / f"exercises/{ids[0]}.py").write_text("")
    assert Workspace(tmp_path).handed_out(tiny) == ids[:3]
    create(tmp_path, tiny)
    assert Workspace(tmp_path).handed_out(tiny) == ids
