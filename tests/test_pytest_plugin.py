"""`pytest exercises/` in a learner's workspace: the items and verdicts of `learn check`, and nothing imported."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from workplace import TINY, Workplace

pytestmark = pytest.mark.slow

WRONG_SCALE = "def scale(logits, temperature):\n    print('hello')\n    return logits * temperature\n"
TOTAL_RAISES = "def total(values):\n    return values[100]\n"
PLUGIN = """
import json, sys

def pytest_runtest_logreport(report):
    if report.when == "call":
        found = dict(report.user_properties)["learn"]
        with open("seen.jsonl", "a") as file:
            file.write(json.dumps([report.nodeid, report.outcome, found]) + "\\n")

def pytest_sessionfinish():
    with open("modules.json", "w") as file:
        json.dump(sorted(sys.modules), file)
"""


class Session(NamedTuple):
    """The result of a pytest session of a workspace."""

    code: int
    out: str


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with one right file, two wrong ones and stubs."""
    folder = tmp_path_factory.mktemp("workspace")
    small = folder / "exercises/small"
    small.mkdir(parents=True)
    for path in (TINY / "exercises/small").glob("*.py"):
        (small / path.name).write_text(path.read_text())
    (folder / ".learn").mkdir()
    (folder / ".learn/workspace.json").write_text('{"course": "tiny", "version": 1}\n')
    (small / "mask.py").write_text((TINY / "solutions/small/mask.py").read_text())
    (small / "scale.py").write_text(WRONG_SCALE)
    (small / "total.py").write_text(TOTAL_RAISES)
    (small / "helper.py").write_text("raise RuntimeError('a file of no exercise')\n")
    (folder / "watching.py").write_text(PLUGIN)
    return folder


def pytest_in(folder: Path, *arguments: str) -> Session:
    """Run pytest in a folder with no installed plugin but ours."""
    return pytest_as_installed(folder, "-p", "token_by_token", *arguments, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


def pytest_as_installed(folder: Path, *arguments: str, **settings: str) -> Session:
    """Run pytest in a folder as an editor would, with all plugins found by their entry points."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment |= {
        "LEARN_COURSE": str(TINY),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
        "PYTHONPATH": str(folder),
    }
    environment |= settings
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return Session(ran.returncode, ran.stdout + ran.stderr)


@pytest.fixture(scope="module")
def whole(folder: Path) -> Session:
    """Return a session of all exercises."""
    return pytest_as_installed(folder, "exercises", "-p", "watching", "-ra", "--junitxml", "report.xml")


def seen(folder: Path) -> list[tuple[str, str, dict[str, str]]]:
    """Return what every item of the whole session came to."""
    return [tuple(json.loads(line)) for line in (folder / "seen.jsonl").read_text().splitlines()]


def test_every_check_is_an_item_with_the_result_that_learn_check_gives(
    folder: Path, whole: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys)
    document = json.loads(place.learn("check", "--all", "--in", str(folder), "--format", "json").out)
    wanted = {
        f"exercises/{exercise['id']}.py::{check['name']}": check
        for exercise in document["exercises"]
        for check in exercise["checks"]
    }
    assert {nodeid: found for nodeid, _, found in seen(folder)} == wanted
    outcomes = {"pass": "passed", "skipped": "skipped", "not-attempted": "skipped"}
    assert [outcome for _, outcome, _ in seen(folder)] == [
        outcomes.get(found["status"], "failed") for _, _, found in seen(folder)
    ]
    assert whole.code == 1


def test_the_summary_shows_our_words_and_no_traceback(whole: Session) -> None:
    assert "\nscale(np.array([1.0, 2.0, 4.0]), 2)\ngives    [2, 4, 8]\nexpected [0.5, 1, 2]\n" in whole.out
    assert "\nprinted:\nhello\n" in whole.out
    assert re.search(
        r"^SKIPPED \[\d+\] exercises/small/countdown.py:\d+: not attempted yet: write countdown.py$", whole.out, re.M
    )
    assert "raised IndexError" in whole.out
    for word in ("Traceback", "CheckFailed", "runtest", "INTERNALERROR"):
        assert word not in whole.out


def test_a_course_that_nobody_has_named_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "exercises", tmp_path / "work/exercises")
    (tmp_path / "work/.learn").mkdir()
    record = {"course": "bits", "version": 1, "source": "/elsewhere/bits"}
    (tmp_path / "work/.learn/workspace.json").write_text(json.dumps(record))
    plain = ("-p", "token_by_token", "exercises", "-q")
    ran = pytest_as_installed(tmp_path / "work", *plain, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", LEARN_COURSE="")
    assert "the course of this workspace, 'bits', is at /elsewhere/bits, which you have not named yet" in ran.out
    assert "pytest_plugin.py" not in ran.out


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("course.yaml", None, "no exercises/course.yaml there; give the folder that holds exercises/ and solutions/"),
        ("course.yaml", "nonsense: 1", "exercises/course.yaml:1:1: unknown key `nonsense`"),
        ("small/total.yaml", "nonsense: 1", "exercises/small/total.yaml:1:1: unknown key `nonsense`"),
    ],
)
def test_a_course_that_cannot_be_used_is_one_sentence(
    folder: Path, tmp_path: Path, file: str, text: str | None, sentence: str
) -> None:
    shutil.copytree(TINY, tmp_path / "course")
    broken = tmp_path / "course/exercises" / file
    broken.write_text(text) if text else broken.unlink()
    plain = ("-p", "token_by_token", "exercises", "-q")
    course = {"LEARN_COURSE": str(tmp_path / "course")}
    ran = pytest_as_installed(folder, *plain, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", **course)
    assert sentence in ran.out
    assert "grader/" not in ran.out


def test_a_strangers_course_is_refused_as_the_command_does(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "work", ignore=shutil.ignore_patterns("__pycache__"))
    ran_mark = tmp_path / "ran"
    for path in (tmp_path / "work/solutions").rglob("*.py"):
        path.write_text(f"open({str(ran_mark)!r}, 'w')\n{path.read_text()}")
    plain = ("-p", "token_by_token", "exercises", "-q")
    ran = pytest_as_installed(tmp_path / "work", *plain, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", LEARN_COURSE="")
    assert "holds the course 'tiny' itself" in ran.out
    assert "LEARN_COURSE stands for --course" in ran.out
    assert not ran_mark.exists()


@pytest.mark.parametrize("name", ["grader.py", "grader/__init__.py"])
def test_another_grader_ends_no_session_and_is_named_where_exercises_are(
    tmp_path: Path, folder: Path, name: str
) -> None:
    own = tmp_path / name
    own.parent.mkdir(exist_ok=True)
    own.write_text("")
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    plain = ("-p", "token_by_token", "-q", "-p", "no:cacheprovider")
    ran = pytest_as_installed(tmp_path, *plain, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert (ran.code, ran.out.count("1 passed")) == (0, 1), ran.out
    shutil.copytree(folder / "exercises", tmp_path / "exercises")
    shutil.copytree(folder / ".learn", tmp_path / ".learn")
    ran = pytest_as_installed(tmp_path, *plain, "exercises/small/scale.py", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert f"the name `grader` leads to {own}; rename that, or use `learn check`" in ran.out
    assert "Traceback" not in ran.out


def test_no_file_of_the_learner_is_imported(folder: Path, whole: Session) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    names = {path.stem for path in (folder / "exercises/small").glob("*.py")}
    assert {name for name in modules if name.rpartition(".")[2] in names and "_solutions_" not in name} == set()


@pytest.mark.parametrize("name", ["scale.py", "scale.py::the worked example"])
def test_a_file_given_by_name_is_not_imported_either(folder: Path, name: str) -> None:
    ran = pytest_in(folder, f"exercises/small/{name}", "-p", "watching", "-q")
    modules = json.loads((folder / "modules.json").read_text())
    assert "scale" not in modules
    assert "exercises.small.scale" not in modules
    assert re.search(rf"^{'1' if '::' in name else '4'} failed", ran.out, re.MULTILINE)
    assert ran.code == 1
