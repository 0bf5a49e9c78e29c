"""Another course in a starter: its wheel, what asks for it, and that what learners get grades by it."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from starters import PUBLISHED
from workplace import TINY, Workplace

from grader.authoring.course_wheel import course_wheel
from grader.core.errors import CourseError
from grader.course import find
from grader.course.course import Course

FROM = ("--install-from", PUBLISHED.requirement)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder beside a copy of the tiny course."""
    shutil.copytree(TINY, tmp_path / "tiny", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "here").mkdir()
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path / "here", monkeypatch, capsys, course=None)


def wheel_in(folder: Path) -> Path:
    """Return the only wheel in a folder."""
    (found,) = folder.glob("*.whl")
    return found


def test_the_same_course_has_the_same_wheel_and_a_changed_one_another_version(place: Workplace) -> None:
    folder = place.folder.parent / "tiny"
    name, content = course_wheel(Course(find(folder)))
    (folder / ".git").mkdir()
    (folder / "exercises/small/__pycache__").mkdir()
    (folder / "exercises/small/__pycache__/a.pyc").write_bytes(b"1")
    assert course_wheel(Course(find(folder))) == (name, content)
    (folder / "solutions/small/total.py").write_text("def total(numbers):\n    return 0\n")
    other, _ = course_wheel(Course(find(folder)))
    assert name != other
    assert name[: name.index("+")] == other[: other.index("+")] == "learn_course_tiny-1"


def test_the_record_of_a_wheel_has_each_file_with_its_hash() -> None:
    _, content = course_wheel(Course(find(TINY)))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    (record,) = (each for each in files if each.endswith("/RECORD"))
    rows = dict(row.split(",", 1) for row in files[record].decode().splitlines())
    assert rows.keys() == files.keys()
    for path, row in rows.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=").decode()
        assert row == ("," if path == record else f"sha256={digest},{len(files[path])}")


def test_the_wheel_brings_the_errata_that_learn_errata_shows(place: Workplace) -> None:
    folder = place.folder.parent / "tiny"
    (folder / "docs").mkdir()
    for name in ("errata.md", "other.md"):
        (folder / "docs" / name).write_text("# Three is not four\n")
    with zipfile.ZipFile(io.BytesIO(course_wheel(Course(find(folder)))[1])) as archive:
        assert [each for each in archive.namelist() if "/docs/" in each] == ["learn_course_tiny/docs/errata.md"]


def test_an_id_that_no_package_can_have_is_refused(place: Workplace) -> None:
    table = place.folder.parent / "tiny/exercises/course.yaml"
    table.write_text(table.read_text("utf-8").replace("id: tiny", "id: tiny = evil"), "utf-8")
    with pytest.raises(CourseError, match="a package cannot be called after the id 'tiny = evil'"):
        course_wheel(Course(find(place.folder.parent / "tiny")))


def test_author_wheel_writes_it(place: Workplace) -> None:
    ran = place.learn("author", "wheel", "--course", "../tiny")
    name, content = course_wheel(Course(find(TINY)))
    assert (ran.code, ran.out.splitlines()[0], ran.err) == (0, name, "")
    assert (place.folder / name).read_bytes() == content


@pytest.mark.parametrize("recipe", ["github", "classroom", "classroom50", "gitlab", "gradescope"])
@pytest.mark.slow
def test_a_starter_of_another_course_brings_it_and_names_it(place: Workplace, recipe: str) -> None:
    assert place.learn("init", "--ci", recipe, "starter", "--course", "../tiny", *FROM).code == 0
    starter = place.folder / "starter"
    wheel = wheel_in(starter)
    assert (
        starter / "requirements.txt"
    ).read_text() == f"-c constraints.txt\n{PUBLISHED.requirement}\n./{wheel.name}\n"
    marker = json.loads((starter / ".learn/workspace.json").read_text())
    assert (marker["course"], marker["source"]) == ("tiny", "tiny")
    assert "transformer" not in (starter / "README.md").read_text("utf-8")
    assert '"name": "A tiny course"' in (starter / ".devcontainer/devcontainer.json").read_text()
    texts = [path.read_text("utf-8") for path in starter.rglob("*.yml")]
    assert all(f'SOURCE" ./{wheel.name}; else' in text for text in texts)


@pytest.mark.slow
def test_autograders_grade_by_the_other_course(place: Workplace) -> None:
    for recipe in ("classroom50", "gradescope"):
        assert place.learn("init", "--ci", recipe, recipe, "--course", "../tiny", *FROM).code == 0
    assert '\nCOURSE = "tiny"\n' in (place.folder / "classroom50-autograder/autograder.py").read_text()
    assert wheel_in(place.folder / "classroom50-autograder").name.startswith("learn_course_tiny-1+")
    with zipfile.ZipFile(place.folder / "gradescope-autograder/autograder.zip") as archive:
        assert "course/solutions/small/total.py" in archive.namelist()
        assert '--course "$here/source/course"' in archive.read("run_autograder").decode()


@pytest.mark.slow
def test_pip_installs_the_wheel_and_the_starter_is_checked_by_its_course(place: Workplace) -> None:
    assert place.learn("init", "--ci", "github", "starter", "--course", "../tiny", *FROM).code == 0
    site = place.folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", str(site)]
    subprocess.run([*pip, str(wheel_in(place.folder / "starter"))], check=True)
    (place.folder / "starter/exercises/small/total.py").write_text("def total(numbers):\n    return sum(numbers)\n")
    place.folder = place.folder / "starter"
    path = os.pathsep.join((str(site), os.environ.get("PYTHONPATH", "")))
    ran = place.command("check", "total", PYTHONPATH=path)
    assert (ran.code, ran.out.splitlines()[0]) == (0, "Add numbers up: 2 of 2 points"), ran.err
    graded = place.command("grade", ".", "--confine", "none", "--exercise", "total", PYTHONPATH=path)
    assert json.loads(graded.out)["score"] == 2
    ran = place.command("author", "new", "small/more", PYTHONPATH=path)
    assert ran.code == 3
    assert "is installed, and what you write there would get lost" in ran.err
    (place.folder / "exercises/small/total.py").unlink()
    assert place.command("list").err.startswith("learn: the course of this workspace, 'tiny', is not installed; ")
