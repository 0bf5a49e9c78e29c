"""New courses and exercises: each passes its own gate, names its schema, replaces nothing and has no placeholder."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml
from course_gate import gate
from places import ROOT
from starters import linter
from workplace import Workplace

from grader.authoring.course_scaffold import course_files, id_of
from grader.authoring.starter.install import InstallSource
from grader.cli.project import project_url
from grader.course import find
from grader.course.course import Course
from grader.sandbox.launcher import Launcher

SOURCE = InstallSource("token-by-token==1.2.3")
MODELINE = "# yaml-language-server: $schema="
NEW = [
    "exercises/small/top_two.yaml",
    "exercises/small/top_two.py",
    "solutions/small/top_two.py",
    "solutions/small/top_two_mistakes.yaml",
    "solutions/small/top_two_checks.py",
]
TABLE = "id: one\ntitle: One exercise\nversion: 1\nunits: [{id: small, title: Small, exercises: [NAME]}]\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


@pytest.fixture
def bits(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """Return a folder with the new course `bits`, which is the current folder."""
    ran = place.learn("author", "course", "bits")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("A course about leap years is in bits; replace it bit by bit.\n")
    assert ran.out.endswith("\n\nNext: cd bits and then learn author check\n")
    monkeypatch.chdir(place.folder / "bits")
    return place


# --- a course -----------------------------------------------------------------------------------


def test_a_new_course_passes_its_own_gate_and_keeps_to_its_schemas(bits: Workplace, processes: Launcher) -> None:
    course = bits.folder / "bits"
    assert gate(course, processes) == []
    files = sorted(course.rglob("*.yaml"))
    assert len(files) == 6
    for path in files:
        text = path.read_text("utf-8")
        address = text.splitlines()[0].removeprefix(f"{MODELINE}{project_url('Documentation')}")
        schema = json.loads((ROOT / "docs/schema" / address).read_text("utf-8"))
        jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(text))


def test_learners_work_on_it_and_its_cards_have_its_name(bits: Workplace) -> None:
    assert bits.learn("init", "--course", ".", "../ws", "--no-editor").code == 0
    stub = bits.folder / "ws/exercises/calendar/is_leap_year.py"
    stub.write_text("def is_leap_year(year):\n    return year % 4 == 0\n")
    ran = bits.learn("check", "--in", "../ws")
    assert ran.code == 1
    assert "Mistake: Every fourth year is a leap year." in ran.out
    anki = bits.learn("print", "cards", "--in", "../ws", "--format", "anki", "--course", ".").out
    assert "bits/leap-years/the-leap-year-rule\tBits::Leap years\t" in anki


@pytest.mark.external
def test_the_workflow_is_safe(bits: Workplace) -> None:
    ran = subprocess.run(
        [linter("zizmor"), "--offline", "--no-progress", "."], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_nothing_is_written_where_a_file_of_the_course_is_in_the_way(place: Workplace) -> None:
    place.write("other/README.md", "mine")
    ran = place.learn("author", "course", "other")
    assert (ran.code, ran.err.startswith("learn: other/README.md is there already; ")) == (2, True)
    assert [path.name for path in (place.folder / "other").iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("folder", "course_id"),
    [
        ("My first Course", "my-first-course"),
        ("Süß & klein", "su-klein"),
        ("Token by Token", "course-token-by-token"),
        ("数", "course"),
    ],
)
def test_any_folder_has_a_name_that_is_an_id(folder: str, course_id: str, tmp_path: Path) -> None:
    assert id_of(folder) == course_id
    for name, content in course_files(folder, SOURCE, "", "").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
        assert not re.search(rb"@[A-Z]+@", content), name
    assert Course(find(tmp_path)).id == course_id


# --- an exercise --------------------------------------------------------------------------------


@pytest.mark.parametrize(("like", "files"), [("function", NEW), ("class", NEW[:4])])
def test_a_new_exercise_passes_the_gate_at_once_and_each_todo_in_it_is_reported(
    place: Workplace, processes: Launcher, like: str, files: list[str]
) -> None:
    place.write("exercises/course.yaml", TABLE.replace("NAME", "top_two"))
    ran = place.learn("author", "new", "small/top_two", "--like", like)
    assert (ran.code, ran.err) == (0, "")
    next_step = "Next: add top_two to exercises/course.yaml, then learn author check top_two, and make the files yours"
    assert ran.out.splitlines() == [*files, "", next_step]
    assert gate(place.folder, processes, ["small/top_two"]) == []
    solution = (place.folder / NEW[2]).read_text("utf-8")
    place.write(NEW[2], solution.replace('"""Top two."""', '"""TODO: a title."""'))
    problem = f"{NEW[2]}:1:4: `TODO: a title.` is left to be written; write it"
    assert gate(place.folder, processes, ["small/top_two"]) == [problem]


@pytest.mark.slow
@pytest.mark.parametrize("like", ["function", "class"])
def test_no_mutant_of_a_new_exercise_passes(place: Workplace, like: str) -> None:
    place.write("exercises/course.yaml", TABLE.replace("NAME", "top_two"))
    place.learn("author", "new", "small/top_two", "--like", like)
    ran = place.learn("author", "mutate")
    assert (ran.code, ran.out.rsplit(": ", 1)[-1]) == (0, "no problems\n")


def test_a_new_exercise_overwrites_nothing(place: Workplace) -> None:
    place.write("exercises/course.yaml", TABLE.replace("NAME", ""))
    taken = place.write("solutions/small/top_two.py", "mine\n")
    ran = place.learn("author", "new", "small/top_two")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("learn: solutions/small/top_two.py is there already; choose another name or remove it")
    assert taken.read_text() == "mine\n"
    assert not (place.folder / "exercises/small").exists()
