"""Commands in a folder that a stranger made: nothing outside of it is written, nothing is read without end."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from places import COURSE_FOLDER, DATA
from sizes import three_always
from workplace import Workplace

from grader.classes.discover import FoundSubmission
from grader.classes.noted_course import noted_course
from grader.classes.platform_names import PlatformName
from grader.classes.store import Store
from grader.files import safe_write, state_file
from grader.files.safe_write import whole
from grader.questions.quiz import progress as quiz_progress
from grader.questions.quiz.progress import WorkspaceQuizzes

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights, and there are no FIFOs")

GIGABYTE = 1 << 30


def link_to(target: Path | str) -> Callable[[Path], None]:
    """Return a function that makes a link."""
    return lambda path: path.symlink_to(target)


def sparse(path: Path) -> None:
    """Make a file of a gigabyte that takes no space."""
    with path.open("wb") as file:
        file.truncate(GIGABYTE)


KINDS: dict[str, Callable[[Path], None]] = {
    "link to a device": link_to("/dev/zero"),
    "link out": link_to("../../outside/file"),
    "dead link": link_to("../../outside/new"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "fifo": os.mkfifo,
    "gigabyte": sparse,
    "folder": lambda path: path.mkdir(),
}
STATE_FILES = ("progress.json", "progress.json.bak", "progress.json.lock", "workspace.json", "quiz.json")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Return a folder that no command has to do with."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_text("mine")
    return folder


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], outside: Path
) -> Workplace:
    """Return a workspace of the tiny course."""
    folder = tmp_path / "clone"
    folder.mkdir()
    made = Workplace(folder, monkeypatch, capsys)
    assert made.learn("init", ".", "--no-editor").code == 0
    return made


def contents(folder: Path) -> dict[str, bytes]:
    """Return what is in a folder."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", three_always(KINDS))
@pytest.mark.parametrize("name", STATE_FILES)
def test_a_state_file_of_another_kind_is_moved_aside(place: Workplace, outside: Path, name: str, kind: str) -> None:
    path = place.folder / ".learn" / name
    path.unlink(missing_ok=True)
    KINDS[kind](path)
    for command in (["status"], ["hint", "total"]):
        ran = place.learn(*command)
        assert ran.code == 0
        assert "Traceback" not in ran.err
    assert quiz_progress.load(place.folder / ".learn") == WorkspaceQuizzes()
    assert contents(outside) == {"file": b"mine"}
    assert state_file.read(place.folder / ".learn/progress.json")


@pytest.mark.parametrize("name", [".learn", "exercises", "exercises/small"])
@pytest.mark.slow
def test_a_folder_that_is_a_link_is_not_written_to(place: Workplace, outside: Path, name: str) -> None:
    (place.folder / name).rename(outside.parent / "moved")
    before = contents(outside.parent / "moved")
    (place.folder / name).symlink_to(outside.parent / "moved")
    for command in (["hint", "total"], ["reset", "total"], ["update"], ["init", "."], ["status"]):
        ran = place.learn(*command)
        assert ran.code in (0, 1, 2, 3)
        assert "Traceback" not in ran.err
    assert contents(outside.parent / "moved") == before


@pytest.mark.parametrize("is_by_path", [False, True], ids=["descriptors", "paths, as on Windows"])
def test_a_temporary_file_is_new(
    tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, is_by_path: bool
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    if is_by_path:
        monkeypatch.setattr(os, "supports_dir_fd", set())
    link = tmp_path / f"progress.json.{bytes(8).hex()}.tmp"
    link.symlink_to(outside / "file")
    with pytest.raises(FileExistsError), whole(tmp_path / "progress.json", tmp_path) as file:
        file.write(b"theirs")
    assert contents(outside) == {"file": b"mine"}


@pytest.mark.parametrize("is_by_path", [False, True], ids=["descriptors", "paths, as on Windows"])
def test_state_is_written_below_its_root_only(
    tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, is_by_path: bool
) -> None:
    if is_by_path:
        monkeypatch.setattr(os, "supports_dir_fd", set())
    root = tmp_path / "link to the root"
    (tmp_path / "work").mkdir()
    root.symlink_to(tmp_path / "work")
    with whole(root / "a/b/file", root) as file:
        file.write(b"1")
    assert contents(tmp_path / "work") == {"file": b"1"}
    (root / "a/out").symlink_to(outside)
    with pytest.raises(OSError, match="nothing is written through links"), whole(root / "a/out/file", root) as file:
        file.write(b"2")
    with pytest.raises(OSError, match="nothing is written through links"):
        safe_write.move(root / "a/b/file", root / "a/out/new", root)
    (root / "a/file").symlink_to(outside / "file")
    with whole(root / "a/file", root) as file:  # the link is replaced, and not what it leads to
        file.write(b"3")
    assert contents(outside) == {"file": b"mine"}
    assert (root / "a/file").read_bytes() == b"3"


def test_what_the_user_named_may_be_a_link(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "link").symlink_to(outside / "file")
    with safe_write.promised(tmp_path / "link") as file:
        file.write(b"new")
    assert (outside / "file").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_only_whole_notes_name_a_course(tmp_path: Path) -> None:
    noted = {}
    for name, make in {**KINDS, "whole": lambda path: path.write_text('{"course": "bits"}')}.items():
        (tmp_path / name / ".learn").mkdir(parents=True)
        make(tmp_path / name / ".learn/workspace.json")
        noted[name] = noted_course(FoundSubmission(PlatformName(name), tmp_path / name, root=tmp_path))
    assert noted == {**dict.fromkeys(KINDS, ""), "whole": "bits"}
    assert noted_course(FoundSubmission(PlatformName(""), tmp_path)) == ""


def test_results_are_for_their_owner_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "a/results of a class")
    with store.locked():
        store.note_settings({"seed": 1})
        store.note_change("ada", "1/2", "2/2")
    made = [tmp_path / "a/results of a class", *(tmp_path / "a/results of a class").rglob("*")]
    assert [path for path in made if path.stat().st_mode & 0o077] == []
    assert len(made) == 5


@pytest.mark.parametrize(
    "command",
    ["grade . --roster", "grade . --deadlines", "report . --roster", f"tokenize a --course {COURSE_FOLDER} --train"],
)
@pytest.mark.parametrize("kind", ["fifo", "link to a device"])
def test_a_named_file_without_end_is_refused(place: Workplace, command: str, kind: str) -> None:
    KINDS[kind](place.folder / "named")
    ran = place.learn(*command.split(), "named")
    assert (ran.code, ran.out) == (2, "")
    assert f"Invalid value for '{command.rsplit(maxsplit=1)[-1]}': 'named' is not a regular file." in ran.err
    assert os.path.lexists(place.folder / "named")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_one_submission_costs_only_itself(place: Workplace, tmp_path: Path, outside: Path, kind: str) -> None:
    """Each file of a submission in turn is something else; its neighbours are graded."""
    names = ("exercises/small/total.py", "exercises/small", "exercises", ".learn/workspace.json", ".learn", ".git")
    folder = tmp_path / "class"
    for index in range(len(names) + 1):
        file = folder / f"student {index}/exercises/small/total.py"
        file.parent.mkdir(parents=True)
        file.write_bytes((DATA / "course/solutions/small/total.py").read_bytes())
    for index, name in enumerate(names):
        path = folder / f"student {index}" / name
        if path.is_dir():
            path.rename(outside / f"{index}")
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        KINDS[kind](path)
    out = tmp_path / "out"
    ran = place.learn("grade", str(folder), "--exercise", "total", "--out", str(out), "--confine", "none")
    assert ran.code in (0, 3)
    assert "Traceback" not in ran.err
    results = [json.loads(path.read_text()) for path in sorted((out / "results").iterdir())]
    statuses = {result["student"]: result["exercises"][0]["status"] for result in results}
    assert statuses["student 6"] == "pass"
    for index, name in enumerate(names):
        if "exercises" not in name:  # the state of a workspace and of git have nothing to do with a grade
            assert statuses[f"student {index}"] == "pass"
    assert all(
        said["message"] for said in results[0]["exercises"][0]["checks"] if said["status"] not in ("pass", "skipped")
    )
