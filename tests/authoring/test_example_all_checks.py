"""The course in `examples/all_checks`, the model for authors: all kinds of checks in short files, also from its wheel."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import statistics
import zipfile
from pathlib import Path

import jsonschema
import pytest
import yaml
from places import ROOT
from workplace import Workplace

from grader.authoring.course_wheel import course_wheel
from grader.checks import KINDS
from grader.cli.author import new
from grader.course import find
from grader.course.course import Course

HERE = ROOT / "examples" / "all_checks"
LIKE = {
    "initials": "text",
    "centered": "array",
    "first_good": "callable",
    "pile": "class",
}
OWN_KIND, OWN_SPY = "interleaved", "mean_reading"
LOSES = """\
def interleaved(left, right):
    return [item for pair in zip(left, right) for item in pair]
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a copy of the course."""
    if not HERE.is_dir():
        pytest.skip("the examples are in the checkout only")
    shutil.copytree(HERE, tmp_path / "all_checks", ignore=shutil.ignore_patterns("__pycache__", ".learn"))
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files_of(folder: Path, name: str) -> dict[str, str]:
    """Return the text of each file of an exercise, by its path."""
    found = [*folder.glob(f"*/small/{name}.*"), *folder.glob(f"solutions/small/{name}_*.py")]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


def test_author_new_writes_the_exercises_of_the_example(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    (place.folder / "new/exercises").mkdir(parents=True)
    shutil.copy(HERE / "exercises/course.yaml", place.folder / "new/exercises")
    monkeypatch.chdir(place.folder / "new")
    for name, like in LIKE.items():
        assert place.learn("author", "new", f"small/{name}", "--like", like).code == 0
        written = files_of(place.folder / "new", name)
        assert len(written) in (4, 5)
        assert written == files_of(HERE, name), f"write it anew: learn author new small/{name} --like {like}"
    (choice,) = (option.type for option in new.params if option.name == "like")
    assert sorted(choice.choices) == sorted(LIKE.values())


def test_it_has_all_kinds_of_checks_in_few_lines(place: Workplace) -> None:
    course = Course(find(place.folder / "all_checks"))
    kinds = {check["kind"] for exercise_id in course.exercise_ids for check in course.data(exercise_id)["checks"]}
    assert kinds == {*KINDS, "keeps_items"}
    lengths = []
    for name in (*LIKE, OWN_SPY, OWN_KIND):
        files = files_of(HERE, name)
        assert len(files[f"exercises/small/{name}.yaml"].splitlines()) <= 60
        lengths.append(sum(len(text.splitlines()) for text in files.values()))
    assert statistics.median(lengths) <= 100


def test_its_yaml_files_keep_to_the_schemas_that_they_name(place: Workplace) -> None:
    for path in HERE.rglob("*.yaml"):
        text = path.read_text("utf-8")
        schema = path.parent / text.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
        jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(yaml.safe_load(text))


@pytest.mark.slow
def test_it_passes_its_own_gate_and_no_mutant_passes_it(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place.folder / "all_checks")
    ran = place.learn("author", "check")
    assert (ran.code, ran.out.rsplit(": ", 1)[-1]) == (0, "no problems\n"), ran
    ran = place.learn("author", "mutate")
    assert (ran.code, ran.out.rsplit(": ", 1)[-1]) == (0, "no problems\n"), ran


@pytest.mark.slow
def test_a_kind_of_check_that_is_a_file_of_the_course_works_from_its_wheel(place: Workplace) -> None:
    _, content = course_wheel(Course(find(place.folder / "all_checks")))
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        wheel.extractall(place.folder / "site")
    path = os.pathsep.join((str(place.folder / "site"), os.environ.get("PYTHONPATH", "")))
    (place.folder / "work").mkdir()
    checked = ("check", "interleaved", "--in", "work", "--course", "all-checks")
    (place.folder / "work/interleaved.py").write_text(LOSES, "utf-8")
    ran = place.command(*checked, PYTHONPATH=path)
    assert (ran.code, ran.err) == (1, "")
    assert "Mistake: The rest of the longer list is missing." in ran.out
    assert re.search(r"^fail +no item is lost or new ", ran.out, re.MULTILINE)
    shutil.copy(HERE / "solutions/small/interleaved.py", place.folder / "work")
    assert place.command(*checked, PYTHONPATH=path).code == 0
