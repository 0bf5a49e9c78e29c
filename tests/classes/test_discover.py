"""How submissions are found: which files count, whose they are, and when they came."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from grader.classes.commit_time import commit_time
from grader.classes.discover import find_submissions
from grader.core.errors import ClassError

IDS = ["small/total", "small/scale"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(*names: str) -> None:
    """Make files; a zip file holds one learner's file."""
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".zip":
            with zipfile.ZipFile(path, "w") as file:
                file.writestr("total.py", "")
        else:
            path.write_text("")


def found(*paths: str, is_class: bool = False) -> list[tuple[str, str]]:
    """Return the name and place of each submission found."""
    submissions = find_submissions([Path(path) for path in paths], IDS, is_class=is_class)
    return [(each.name, each.place) for each in submissions]


@pytest.mark.parametrize("file", ["total.py", "small/total.py", "exercises/small/total.py"])
def test_a_folder_with_an_exercise_in_it_is_one_submission(folder: Path, file: str) -> None:
    put(f"ada/{file}", "ada/notes/later.txt")
    assert found("ada") == [("ada", "ada")]


def test_an_empty_folder_is_one_submission_unless_there_is_a_roster(folder: Path) -> None:
    for name in ("class/ada", "class/bo"):
        Path(name).mkdir(parents=True)
    assert found("class") == [("class", "class")]
    assert found("class", is_class=True) == [("ada", "class/ada"), ("bo", "class/bo")]


def test_with_a_roster_a_folder_with_one_submission_is_a_class_of_one(folder: Path) -> None:
    put("handed-in/ada/exercises/small/total.py")
    assert found("handed-in", is_class=True) == [("ada", "handed-in/ada")]
    assert found("handed-in/ada", is_class=True) == [("ada", "handed-in/ada")]


def test_a_class_is_folders_and_zip_files_in_the_order_of_their_names(folder: Path) -> None:
    put("class/cy/total.py", "class/bo.zip", "class/ada/exercises/small/total.py", "class/empty/.git/HEAD")
    put("class/.hidden/total.py", "class/__MACOSX/total.py", "class/readme.txt")
    Path("class/link").symlink_to("cy")
    assert [name for name, _ in found("class")] == ["ada", "bo", "cy", "empty"]


def test_moodle_s_folders_and_files_are_known_by_their_names(folder: Path) -> None:
    put("m/Ada Lovelace_123_assignsubmission_file_/total.py", "m/Bo Li_124_assignsubmission_file_hw.zip")
    put("m/Cy X_125_assignsubmission_file_total.py", "m/Cy X_125_assignsubmission_file_scale.py")
    ada, bo, cy = find_submissions([Path("m")], IDS)
    assert (ada.name, ada.label.number, ada.path, ada.files) == (
        *("Ada Lovelace", "123"),
        Path("m/Ada Lovelace_123_assignsubmission_file_"),
        (),
    )
    assert (bo.name, bo.label.number, bo.path) == ("Bo Li", "124", Path("m/Bo Li_124_assignsubmission_file_hw.zip"))
    assert (cy.name, cy.label.number, cy.path) == ("Cy X", "125", Path("m"))
    assert cy.files == (
        ("Cy X_125_assignsubmission_file_scale.py", "scale.py"),
        ("Cy X_125_assignsubmission_file_total.py", "total.py"),
    )


def test_canvas_s_files_are_gathered_and_its_mark_of_lateness_is_kept(folder: Path) -> None:
    put("c/lovelaceada_77_901_total.py", "c/lovelaceada_77_902_scale-1.py", "c/libo_LATE_78_903_hw.zip")
    late, ada = find_submissions([Path("c")], IDS)
    assert (late.name, late.label.number, late.is_marked_late, late.files) == ("libo", "78", True, ())
    assert (ada.name, ada.label.number, ada.is_marked_late) == ("lovelaceada", "77", False)
    assert ada.files == (
        ("lovelaceada_77_901_total.py", "total.py"),
        ("lovelaceada_77_902_scale-1.py", "scale.py"),
    )


def test_a_class_s_download_as_one_zip_file_is_to_be_unpacked(folder: Path) -> None:
    with zipfile.ZipFile("all.zip", "w") as file:
        for name in ("Ada_1_assignsubmission_file_/total.py", "Bo_2_assignsubmission_file_/total.py"):
            file.writestr(name, "")
    with pytest.raises(ClassError) as caught:
        found("all.zip")
    assert str(caught.value) == "all.zip: holds the submissions of a class; unpack it and give the folder"


# --- when it came -----------------------------------------------------------------------------


@pytest.fixture
def clone(folder: Path) -> Path:
    """Return a clone whose last commit was made at a known time."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    put("ada/total.py")
    names = {f"GIT_{who}_{what}": "ada@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    times = {"GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2026-11-20T23:59:30-05:00"}
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **names, **times}
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "done"]):
        subprocess.run(["git", *words], cwd="ada", env=environment, check=True)
    return Path("ada").absolute()


@pytest.mark.parametrize("is_packed", [False, True], ids=["loose", "packed"])
def test_the_time_of_a_clone_s_last_commit_is_its_committer_s(clone: Path, is_packed: bool) -> None:
    if is_packed:
        subprocess.run(["git", "gc", "-q"], cwd=clone, check=True)
        subprocess.run(["git", "pack-refs", "--all"], cwd=clone, check=True)
    time = commit_time(clone)
    assert time == "2026-11-20T23:59:30-05:00"


def test_a_clone_is_one_submission_wherever_its_files_are(folder: Path) -> None:
    put("ada/.git/HEAD", "ada/hw/exercises/small/total.py")
    assert found("ada") == found("ada", is_class=True) == [("ada", "ada")]


def test_a_file_beside_the_submissions_does_not_make_them_one(folder: Path) -> None:
    put("class/total.py", "class/ada/total.py", "class/bo/hw/total.py", "class/.git/HEAD")
    assert [name for name, _ in found("class", is_class=True)] == ["ada", "bo"]


def test_what_a_clone_configures_is_not_run(clone: Path) -> None:
    trap = clone / "trap"
    (clone / ".git/config").write_text(
        f'[core]\n\tfsmonitor = "touch {trap}; false"\n\tpager = "touch {trap}"\n\thooksPath = "{clone}"\n'
        f'[log]\n\tshowSignature = true\n[gpg]\n\tprogram = "{clone}/run"\n[alias]\n\tcat-file = "!touch {trap}"\n'
    )
    (clone / "run").write_text(f"#!/bin/sh\ntouch {trap}\n")
    (clone / "run").chmod(0o755)
    assert commit_time(clone) is not None
    assert not trap.exists()


@pytest.mark.parametrize(
    "head", ["", "ref: refs/heads/none\n", "ref: ../../../etc/passwd\n", "-p\n", "0" * 40 + "\n", "f" * 39 + "\n"]
)
def test_a_head_that_leads_nowhere_gives_no_time(clone: Path, head: str) -> None:
    (clone / ".git/HEAD").write_text(head)
    assert commit_time(clone) is None


def test_a_folder_that_is_no_clone_has_no_time(folder: Path) -> None:
    assert commit_time(folder) is None
    (folder / ".git").write_text("gitdir: /somewhere\n")
    assert commit_time(folder) is None
