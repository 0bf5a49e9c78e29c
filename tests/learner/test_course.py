"""A workspace knows its course, and only courses that the user has named run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from workplace import TINY, Workplace

from grader.learner.record import MARKER

BITS = "learn: the course of this workspace, 'tiny', "
ADVICE = "type `learn update --course FOLDER` with the folder it is in\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of a copy of the tiny course, which no command below names."""
    shutil.copytree(TINY, tmp_path / "tiny", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "ws").mkdir()
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path / "ws", monkeypatch, capsys, None)
    assert place.learn("init", "--course", "../tiny").code == 0
    return place


@pytest.mark.slow
def test_commands_in_a_workspace_are_about_its_course(place: Workplace) -> None:
    place.solve("total")
    assert "Add numbers up: 2 of 2 points" in place.learn("check", "total").out
    assert "1  Small things\n" in place.learn("list").out
    assert place.learn("status").out.startswith("A tiny course: 1 of 8 exercises passed\n")
    assert place.learn("show").out.startswith("# Divide by the temperature\n")
    assert place.learn("next").out.startswith("# Who may look at whom\n")
    assert place.learn("hint", "scale").out.startswith("Hint 1 of 3: ")
    graded = place.learn("grade", ".", "--course", "../tiny", "--confine", "none", "--exercise", "total", "--seed", "1")
    assert json.loads(graded.out)["course"]["id"] == "tiny"


def test_a_course_that_has_moved_is_one_sentence_and_one_command(place: Workplace) -> None:
    old = place.folder.parent / "tiny"
    old.rename(place.folder.parent / "moved")
    assert place.learn("list") == (3, "", f"{BITS}is not at {old} any more; {ADVICE}")
    assert place.learn("update", "--course", "../moved").code == 0
    assert "Add numbers up" in place.learn("list").out


def test_a_place_that_the_user_never_named_is_not_run(place: Workplace) -> None:
    evil = place.folder.parent / "evil"
    shutil.copytree(place.folder.parent / "tiny", evil)
    (evil / "solutions/small/total.py").write_text("raise SystemExit('run')\n")
    marker = place.folder / ".learn" / MARKER
    marker.write_text(json.dumps({**json.loads(marker.read_text()), "source": str(evil)}))
    said = f"{BITS}is at {evil}, which you have not named yet, and a course is code that runs as you; "
    said += f"if you trust it, type `learn update --course {evil}`\n"
    for command in (["check", "total"], ["grade", "exercises"], ["list"], ["author", "check"]):
        assert place.learn(*command) == (3, "", said)
    assert place.learn("grade", ".").err.startswith(
        "learn: these files are of the course 'tiny', not of 'token-by-token'"
    )


def test_in_a_courses_own_folder_learners_commands_ask_for_a_workspace(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = place.folder.parent / "others"
    shutil.copytree(place.folder.parent / "tiny", others)
    monkeypatch.chdir(others / "exercises")
    assert place.learn("check").err == (
        f"learn: {others} holds the course 'tiny' itself; add --course .., or work in a folder "
        "that `learn init --course .. FOLDER` makes\n"
    )


def test_a_workspace_does_not_get_a_second_course(place: Workplace, tmp_path: Path) -> None:
    table = tmp_path / "tiny/exercises/course.yaml"
    table.write_text(table.read_text("utf-8").replace("id: tiny", "id: other"), "utf-8")
    ran = place.learn("init", "--course", "../tiny")
    assert ran.err.startswith("learn: . is a workspace of the course 'tiny'; give another folder")


@pytest.mark.slow
def test_hand_ins_of_another_course_are_not_graded_as_nothing(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.folder.parent)
    ran = place.learn("grade", "ws", "--confine", "none")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: these files are of the course 'tiny', not of 'token-by-token'; name their course")
    assert place.learn("grade", "ws", "--confine", "none", "--course", "tiny").code == 0


# --- authors --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_author_commands_work_on_the_course_around_the_current_folder(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.folder.parent / "tiny/solutions/small")
    assert place.learn("author", "check", "total").out == "1 exercise, 1 check, 2 mistakes: no problems\n"
    assert place.learn("author", "new", "small/top_two").code == 0
    assert (place.folder.parent / "tiny/exercises/small/top_two.yaml").is_file()
