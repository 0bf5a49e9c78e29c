"""A new course: it passes its own gate, its files name schemas that are there, and nothing in it is a placeholder."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml
from starters import linter
from workplace import Workplace

from grader.authoring.course_scaffold import course_files, id_of
from grader.authoring.starter.install import InstallSource
from grader.cli.main import run
from grader.course import find
from grader.course.course import Course

SOURCE = InstallSource("token-by-token==1.2.3")
FROM = ("--install-from", SOURCE.requirement)
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


@pytest.fixture(scope="module")
def bits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new course, `bits`, made once: its schemas take a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("LEARN_COURSE", raising=False)
        patch.chdir(tmp_path_factory.mktemp("new"))
        assert run(["author", "course", "bits", *FROM]) == 0
        return Path("bits").absolute()


@pytest.fixture
def place(bits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a copy of the new course."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    shutil.copytree(bits, tmp_path / "bits", symlinks=True)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    monkeypatch.chdir(tmp_path / "bits")
    return place


@pytest.mark.slow
def test_a_new_course_passes_its_own_gate(place: Workplace) -> None:
    ran = place.learn("author", "check")
    parts = "1 exercise, 2 checks, 3 mistakes, 2 submissions, 0 pages, 2 cards, 2 questions, 1 worksheet"
    assert (ran.code, ran.out) == (0, f"{parts}: no problems\n")


@pytest.mark.slow
def test_no_mutant_of_its_solution_passes_unlisted(place: Workplace) -> None:
    assert place.learn("author", "mutate").out.endswith(": no problems\n")


@pytest.mark.slow
def test_every_yaml_file_names_a_schema_of_its_own_and_keeps_to_it(place: Workplace) -> None:
    files = [each for each in (place.folder / "bits").rglob("*.yaml") if ".github" not in each.parts]
    assert len(files) == 7
    for path in files:
        text = path.read_text("utf-8")
        schema = path.parent / (MODELINE.match(text) or [""] * 2)[1]
        assert schema.resolve().parent == place.folder / "bits/docs/schema", path
        jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(yaml.safe_load(text))


@pytest.mark.slow
def test_author_new_adds_an_exercise_that_finds_its_schema(place: Workplace) -> None:
    assert place.learn("author", "new", "calendar/weekday").code == 0
    path = place.folder / "bits/exercises/calendar/weekday.yaml"
    assert (path.parent / MODELINE.match(path.read_text("utf-8"))[1]).is_file()


def test_learners_work_on_it_and_its_cards_have_its_name(place: Workplace) -> None:
    assert place.learn("init", "--course", ".", "../ws", "--no-editor").code == 0
    stub = place.folder / "ws/exercises/calendar/is_leap_year.py"
    stub.write_text("def is_leap_year(year):\n    return year % 4 == 0\n")
    ran = place.learn("check", "--in", "../ws")
    assert ran.code == 1
    assert "Mistake: Every fourth year is a leap year." in ran.out
    anki = place.learn("print", "cards", "--in", "../ws", "--format", "anki", "--course", ".").out
    assert "bits/leap-years/the-mean-year\tBits::Leap years\t" in anki
    assert "365.2425: of 400 years, 97 have a leap day." in anki
    assert (
        place.learn("print", "worksheet", "leap_days", "--course", ".", "--seed", "1", "--out", "../sheet.html").code
        == 0
    )
    assert place.learn("finish", "--in", "../ws").out.startswith("Bits: 0 of 1 exercises have passed.")


@pytest.mark.slow
def test_finish_shows_what_has_passed_in_a_course_without_an_ending(place: Workplace) -> None:
    assert place.learn("init", "--course", ".", "../ws", "--no-editor").code == 0
    shutil.copy("solutions/calendar/is_leap_year.py", place.folder / "ws/exercises/calendar/is_leap_year.py")
    assert place.learn("check", "--in", "../ws").code == 0
    ran = place.learn("finish", "--in", "../ws")
    assert (ran.code, ran.err) == (0, "")
    assert "Bits" in ran.out


@pytest.mark.slow
def test_git_ignores_what_is_made_and_keeps_the_rest(place: Workplace) -> None:
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    course = place.folder / "bits"
    assert place.learn("author", "wheel").code == 0
    (course / ".learn").mkdir()
    (course / ".learn/quiz.json").write_text("{}")
    before = course_files("bits", SOURCE, "")
    subprocess.run(["git", "init", "-q"], cwd=course, check=True)
    told = ["git", "ls-files", "--others", "--exclude-standard", "-z"]
    seen = subprocess.run(told, cwd=course, check=True, capture_output=True, text=True).stdout.split("\0")
    assert sorted(filter(None, seen)) == sorted(before)


@pytest.mark.slow
def test_the_workflow_is_safe(place: Workplace) -> None:
    zizmor = linter("zizmor")
    ran = subprocess.run([zizmor, "--offline", "--no-progress", "."], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.slow
def test_nothing_is_written_where_a_file_is_in_the_way(place: Workplace) -> None:
    (place.folder / "other").mkdir()
    (place.folder / "other/README.md").write_text("mine")
    ran = place.learn("author", "course", "../other", *FROM)
    assert (ran.code, ran.err.startswith("learn: ../other/README.md is there already; ")) == (2, True)
    assert [each.name for each in (place.folder / "other").iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("folder", "course_id"),
    [
        ("bits", "bits"),
        ("My first Course", "my-first-course"),
        ("Süß & klein", "su-klein"),
        ("2026", "course-2026"),
        ("yes", "course-yes"),
        ("Token by Token", "course-token-by-token"),
        ("数", "course"),
    ],
)
@pytest.mark.slow
def test_any_folder_has_a_name_that_is_an_id(folder: str, course_id: str, tmp_path: Path) -> None:
    assert id_of(folder) == course_id
    if folder not in ("bits", "数"):
        return
    for name, content in course_files(folder, SOURCE, "").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
        assert b"@" not in content.replace(b"actions/checkout@", b"").replace(b"actions/setup-python@", b""), name
    assert Course(find(tmp_path)).id == course_id
