"""`learn grade` marks answers by hand with the student's own numbers, and they enter every report as an exercise."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from places import COURSE, COURSE_FOLDER, ROOT
from systems import posix_only
from workplace import Workplace

from grader.questions.worksheet import answer_file
from grader.questions.worksheet.sheet import draw, open_sheet

pytestmark = pytest.mark.slow

SEED = "the teacher's text"
OPENED = open_sheet(COURSE, "five_tokens")
ONLY = ("--exercise", "five_tokens", "--worksheet-seed", SEED, "--confine", "none", "--seed", "1")
GREEDY = "picking/greedy_pick"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    monkeypatch.delenv("LEARN_WORKSHEET_SEED", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def answers(student: str, **others: str) -> str:
    """Return a student's file with right answers, but for some."""
    own = draw(OPENED, SEED, student)
    right = {each.name: each.shown(each.answer(own.numbers)) for each in own.questions}
    text = answer_file.template(own)
    for name, answer in {**right, **others}.items():
        text = text.replace(f"\n{name}:", f"\n{name}: {answer}")
    return text


def graded(place: Workplace, *arguments: str) -> Any:
    """Grade one submission and return its result."""
    ran = place.learn("grade", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


@pytest.mark.parametrize("name", ["five_tokens.yaml", "by_hand/five_tokens.yaml", "exercises/by_hand/five_tokens.yaml"])
def test_answers_are_found_where_other_files_are_and_marked(place: Workplace, name: str) -> None:
    place.write(f"sub/{name}", answers("ada", greedy_token=""))
    result = graded(place, "sub", "--student", "ada", *ONLY)
    assert (result["score"], result["max_score"], result["student"]) == (14, 15, "ada")
    (sheet,) = result["exercises"]
    assert (sheet["id"], sheet["title"], sheet["file"]) == ("by_hand/five_tokens", "Five tokens by hand", name)
    schema = (
        json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))
        if ROOT.joinpath("docs").is_dir()
        else {}
    )
    jsonschema.validate(result, schema)


def test_answers_to_somebody_elses_sheet_get_no_number(place: Workplace) -> None:
    place.write("sub/five_tokens.yaml", answers("ada"))
    result = graded(place, "sub", "--student", "bo", *ONLY)
    assert (result["status"], result["score"]) == ("unreadable", 0)
    sheet = draw(OPENED, SEED, "ada").id
    message = f'the file answers sheet "{sheet}", which is nobody\'s in this class; correct the id'
    assert result["exercises"][0]["checks"][0]["message"] == message


def test_an_exam_is_marked_by_the_sheets_that_the_answers_name(place: Workplace) -> None:
    """A swapped sheet is graded as that; one of nobody's is set aside; if all are nobody's, the seed is wrong."""
    place.write("class.csv", "id\nada\nbo\ncy\ndora\nemil\n")
    unnamed = re.sub(r"(?m)^sheet: .*$", "sheet:", answers("emil"))
    handed_in = {"ada": answers("ada"), "bo": answers("dora"), "cy": answers("zoe"), "emil": unnamed}
    for student, text in handed_in.items():
        place.write(f"class/{student}/five_tokens.yaml", text)
    command = ("grade", "class", "--roster", "class.csv", "--out", "out", "--jobs", "1", *ONLY)
    ran = place.learn(*command, "--export", "csv=grades.csv")
    assert (ran.code, ran.err) == (3, "")
    rows = [line.split(",") for line in (place.folder / "grades.csv").read_text("utf-8").splitlines()[1:]]
    assert [(row[0], row[2], row[4]) for row in rows] == [
        ("ada", "15", "pass"), ("bo", "15", "pass"), ("cy", "", "unreadable"), ("dora", "", "missing"), ("emil", "15", "pass"),
    ]  # fmt: skip
    swapped = json.loads((place.folder / "out/results/bo.json").read_text("utf-8"))
    note = f"Sheet {draw(OPENED, SEED, 'dora').id} is another student's."
    assert note in swapped["exercises"][0]["checks"][0]["note"]
    nameless = json.loads((place.folder / "out/results/emil.json").read_text("utf-8"))
    note = f"The form names no sheet; it was marked as sheet {draw(OPENED, SEED, 'emil').id}."
    assert note in nameless["exercises"][0]["checks"][0]["note"]
    (place.folder / "grades.csv").unlink()
    ran = place.learn(*command, "--export", "csv=grades.csv", "--worksheet-seed", "another")
    assert (ran.code, ran.out, (place.folder / "grades.csv").exists()) == (3, "", False)
    assert ran.err == (
        "learn: no answers are to a sheet drawn from this --worksheet-seed, so it is not the text that the sheets were printed "
        "with; nothing is exported\n"
    )


def test_worksheets_come_after_the_exercises_and_others_are_as_before(place: Workplace) -> None:
    solution = (COURSE_FOLDER / f"solutions/{GREEDY}.py").read_text("utf-8")
    place.write("sub/greedy_pick.py", solution)
    common = ("--confine", "none", "--seed", "1", "--exercise", "greedy_pick")
    before = graded(place, "sub", "--student", "ada", *common)
    place.write("sub/five_tokens.yaml", answers("ada"))
    for more in ((), ("--worksheet-seed", SEED)):
        assert without_seconds(graded(place, "sub", "--student", "ada", *common, *more)) == without_seconds(before)
    both = graded(
        place, "sub", "--student", "ada", *common, "--exercise", "by_hand/five_tokens", "--worksheet-seed", SEED
    )
    assert [each["id"] for each in both["exercises"]] == [GREEDY, "by_hand/five_tokens"]
    assert both["score"] == before["score"] + 15


def without_seconds(result: Any) -> Any:
    """Leave out what differs from one time to the next."""
    for exercise in result["exercises"]:
        exercise["seconds"] = 0
    return result


def test_without_a_seed_there_is_no_worksheet_to_grade(place: Workplace) -> None:
    place.write("sub/five_tokens.yaml", answers("ada"))
    ran = place.learn("grade", "sub", "--exercise", "five_tokens")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("learn: there is no exercise 'five_tokens'; ")


def test_without_worksheets_nothing_of_questions_is_imported(tmp_path: Path) -> None:
    (tmp_path / "greedy_pick.py").write_bytes((COURSE_FOLDER / f"solutions/{GREEDY}.py").read_bytes())
    command = [sys.executable, "-m", "grader", "grade", str(tmp_path), "--exercise", "greedy_pick", "--confine", "none"]
    environment = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}  # which the process that grades inherits
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    imported = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "grader.classes.grade_one" in imported
    assert [
        name
        for name in sorted(imported)
        if re.match(r"(flashcards|grader\.(numeric|quiz|worksheet|questions))\b", name)
    ] == []


def test_nothing_handed_in_is_not_attempted_and_counts_in_full(place: Workplace) -> None:
    place.write("sub/greedy_pick.py", "")
    result = graded(place, "sub", *ONLY)
    assert (result["status"], result["score"], result["max_score"]) == ("not-attempted", 0, 15)
    assert result["exercises"][0]["checks"][0]["message"] == "there is no file five_tokens.yaml"


def test_the_seed_can_come_from_the_environment(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEARN_WORKSHEET_SEED", SEED)
    place.write("sub/five_tokens.yaml", answers("ada"))
    result = graded(place, "sub", "--student", "ada", "--exercise", "five_tokens", "--confine", "none")
    assert result["score"] == 15


def bad_link(path: Path) -> None:
    """Make a link to a file that is none of the learner's."""
    path.symlink_to("/etc/passwd")


def make_pipe(path: Path) -> None:
    """Make a pipe, at which a reader would wait for ever."""
    os.mkfifo(path)


BAD = {
    "a link": (bad_link, "five_tokens.yaml is a link; put the file itself there"),
    "a folder": (Path.mkdir, "five_tokens.yaml is not a regular file; put a file there"),
    "a pipe": (make_pipe, "five_tokens.yaml is not a regular file; put a file there"),
    "much too much": (lambda path: path.write_bytes(b"x" * (1 << 20)), "five_tokens.yaml is larger than 256 KiB"),
}


@posix_only("links and pipes in the file system")
@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_file_of_answers_is_told_and_the_rest_is_skipped(place: Workplace, kind: str) -> None:
    make, told = BAD[kind]
    (place.folder / "sub").mkdir()
    make(place.folder / "sub/five_tokens.yaml")  # type: ignore[operator]
    result = graded(place, "sub", *ONLY)
    first, *rest = result["exercises"][0]["checks"]
    assert (first["status"], {each["status"] for each in rest}) == ("unreadable", {"skipped"})
    assert first["message"].startswith(told)


@pytest.mark.parametrize("format_name", ["text", "md", "html", "junit", "github", "gradescope"])
def test_every_report_shows_the_worksheet_and_is_not_fooled_by_answers(place: Workplace, format_name: str) -> None:
    hostile = "<script>x</script>::error::\x1b[31m\u202e=1+1"
    place.write("sub/five_tokens.yaml", answers("ada", softmax_row=hostile))
    ran = place.learn("grade", "sub", "--student", "ada", *ONLY, "--format", format_name)
    assert (ran.code, ran.err) == (0, "")
    assert "Five tokens by hand" in ran.out or "five_tokens" in ran.out
    for raw in ("\x1b", "\u202e", "\n::error::"):
        assert raw not in ran.out
    assert ("<script>x" in ran.out) <= (format_name not in ("html", "junit"))


# --- a class ----------------------------------------------------------------------------------


def hand_in(place: Workplace, **files: str) -> None:
    """Let students hand in a folder each."""
    for student, text in files.items():
        place.write(f"class/{student}/five_tokens.yaml", text)


def results(place: Workplace) -> dict[str, Any]:
    """Return what a class came to."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted((place.folder / "out/results").glob("*.json"))]
    return {each["student"]: each for each in found}


def test_a_class_is_marked_each_with_the_numbers_of_their_own(place: Workplace) -> None:
    place.write("class.csv", "id\nada\nbo\ncy\ndi\n")
    hand_in(place, ada=answers("ada"), bo=answers("bo", softmax_row="1; 2"), cy=answers("ada"))
    with zipfile.ZipFile(place.folder / "class/di.zip", "w") as file:
        file.writestr("my work/five_tokens.yaml", answers("di"))
    run = ("grade", "class", "--out", "out", "--roster", "class.csv", "--jobs", "1", *ONLY)
    ran = place.learn(*run)
    assert (ran.code, ran.err) == (0, "")
    scores = {student: each["score"] for student, each in results(place).items()}
    assert scores == {"ada": 15, "bo": 13, "cy": 15, "di": 15}  # cy answered ada's sheet, and the result says so
    assert "five_tokens: " in ran.out
    assert SEED not in "".join(path.read_text("utf-8") for path in (place.folder / "out").rglob("*.json"))
    again = place.learn(*run)
    assert "4 submissions are graded, 4 of them before." in again.out
    hand_in(place, bo=answers("bo"))
    assert "4 submissions are graded, 3 of them before." in place.learn(*run).out
    assert results(place)["bo"]["score"] == 15


def test_another_seed_marks_everybody_again(place: Workplace) -> None:
    hand_in(place, ada=answers("ada"))
    run = (
        "grade",
        "class/ada",
        "--out",
        "out",
        "--jobs",
        "1",
        "--confine",
        "none",
        "--exercise",
        "five_tokens",
        "--seed",
        "1",
    )
    place.learn(*run, "--worksheet-seed", "not the one")
    assert results(place)["ada"]["score"] < 15
    assert "1 submission is graded." in place.learn(*run, "--worksheet-seed", SEED).out
    assert results(place)["ada"]["score"] == 15


def test_loose_files_of_a_platform_are_taken(place: Workplace) -> None:
    for name, student, number in (("ada", "ada", 11), ("bo", "bo", 12)):
        place.write(f"class/{name}_{number}_99_five_tokens-1.yaml", answers(student))
    place.write("class.csv", "id\nada\nbo\n")
    ran = place.learn("grade", "class", "--out", "out", "--roster", "class.csv", "--jobs", "1", *ONLY)
    assert (ran.code, ran.err) == (0, "")
    assert {student: each["score"] for student, each in results(place).items()} == {"ada": 15, "bo": 15}
