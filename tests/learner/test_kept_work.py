"""Files and progress that a page keeps: packed they are a workspace, and such a zip comes back whole or is refused."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from workplace import TINY

from grader.cli.main import learn
from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.course import find
from grader.course.course import Course
from grader.files.archive import stored_zip
from grader.learner.folder import new_files
from grader.learner.kept_work import MAX_BYTES, note_event, open_workspace, pack_workspace
from grader.learner.progress import parse_progress

COURSE = Course(find(TINY))
FIRST, SECOND = COURSE.exercise_ids[:2]
FRESH = new_files(COURSE, COURSE.exercise_ids)
TEMPLATE = stored_zip(FRESH)
FILE = f"exercises/{FIRST}.py"


def test_a_download_is_a_workspace_that_checks_and_comes_back_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        FIRST: COURSE.solutions.path(FIRST).read_text("utf-8"),
        SECOND: "\ufeffdef left_open(:\r\n\tpass\r\n",
    }
    noted = note_event("{}", json.dumps({"hint": 2, "id": FIRST}))
    packed = pack_workspace(TEMPLATE, json.dumps(files), noted)
    assert json.loads(open_workspace(TEMPLATE, packed)) == {"files": files, "progress": json.loads(noted)}

    folder = tmp_path / "unpacked"
    zipfile.ZipFile(io.BytesIO(packed)).extractall(folder)
    monkeypatch.chdir(folder)
    assert CliRunner().invoke(learn, ["check", "--all", "--course", str(TINY)]).exit_code == 1
    with zipfile.ZipFile(tmp_path / "work.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in folder.rglob("*"):
            archive.write(path, f"my work/{path.relative_to(folder)}")
    opened = json.loads(open_workspace(TEMPLATE, (tmp_path / "work.zip").read_bytes()))
    standing = opened["progress"]["exercises"][FIRST]
    assert (opened["files"], standing["status"], standing["hints"]) == (files, "pass", 2)
    again = zipfile.ZipFile(io.BytesIO(pack_workspace(TEMPLATE, *(json.dumps(opened[key]) for key in opened))))
    written = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
    assert {name: again.read(name) for name in again.namelist()} == {name: written[name] for name in again.namelist()}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hello", "This file cannot be opened: File is not a zip file; pack it again."),
        (b"7z\xbc\xaf\x27\x1c", "This file is a 7z archive, which is not opened here; hand in a zip file."),
        (bytes(MAX_BYTES + 1), "This file is larger than 5 MB; a workspace has far less."),
        (
            stored_zip({**FRESH, ".learn/workspace.json": b'{"course": "other"}'}),
            "This zip is of another course, 'other'.",
        ),
        (stored_zip({FILE: b"", "../a.py": b""}), "'../a.py' in this zip leads out of its folder."),
        (stored_zip({FILE: b"", "/etc/a.py": b""}), "'/etc/a.py' in this zip leads out of its folder."),
        (
            stored_zip({FILE: b"", "exercises/small/mine.py": b""}),
            "'exercises/small/mine.py' in this zip is no exercise of this course; take it out.",
        ),
        (
            stored_zip({FILE: b"", "photo.jpg": b""}),
            "'photo.jpg' in this zip is no exercise of this course; take it out.",
        ),
        (stored_zip({"README.md": b""}), "This zip has no exercise of this course."),
        (stored_zip({FILE: b"\xff"}), f"'{FILE}' in this zip is no text in UTF-8."),
        (stored_zip({FILE: b"", ".learn/progress.json": b"[]"}), "'.learn/progress.json' in this zip is damaged."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_zip_that_is_no_workspace_of_this_course_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    assert json.loads(open_workspace(TEMPLATE, data)) == {"error": words}


def test_what_systems_and_editors_leave_in_a_folder_is_passed_by() -> None:
    litter = ["__MACOSX/._a", "mine/.DS_Store", "mine/.git/config", "mine/exercises/__pycache__/a.pyc"]
    data = stored_zip({f"mine/{FILE}": b"a = 1\n", **dict.fromkeys(litter, b"\xff")})
    assert json.loads(open_workspace(TEMPLATE, data))["files"] == {FIRST: "a = 1\n"}


def test_checks_hints_and_answers_by_hand_are_noted_as_on_the_command_line() -> None:
    failed = ExerciseResult(FIRST, "Total", "total.py", (CheckResult("a", Verdict.FAIL, 2),))
    text = note_event("{}", json.dumps({"by_hand": "wrong", "id": FIRST}))
    text = note_event(text, "{}", failed)
    noted = parse_progress(note_event(text, json.dumps({"hint": 1, "id": SECOND})))
    first, second = noted.standing(FIRST), noted.standing(SECOND)
    assert (first.by_hand, first.failed_checks, first.status, bool(first.first_look)) == ("wrong", 1, "fail", True)
    assert (second.hints, noted.last) == (1, SECOND)
