"""`learn report`: submissions graded for real, then the report, its files, its exit codes and its sentences."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from class_cases import CLASS, LATE, store
from places import COURSE_FOLDER, ROOT
from systems import needs_permissions
from workplace import Workplace

pytestmark = pytest.mark.slow

EXERCISES = ("softmax_by_hand", "temperature_rescaling", "top_3_renormalisation", "nucleus_membership")
SUBMISSIONS = ("all_right", "two_mistakes", "unfinished")
KINDS = ("crash", "error", "fail", "timeout")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder for the shipped course."""
    return Workplace(tmp_path, monkeypatch, capsys, course=COURSE_FOLDER)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Grade the three examples of the repository as a class; return the folder of its results."""
    folder = tmp_path_factory.mktemp("a class, graded")
    if not (ROOT / "examples").is_dir():
        pytest.skip("the examples are in the checkout only")
    (folder / "roster.csv").write_text("id,name\nall_right,Ada\ntwo_mistakes,Bo\nunfinished,Cy\nzoe,Zoe\n", "utf-8")
    (folder / "due.csv").write_text("student,due\n*,2026-11-20T10:00:00+01:00\n", "utf-8")
    (folder / "came.csv").write_text("student,submitted\nunfinished,2026-11-22T12:00:00+01:00\n", "utf-8")
    command = [sys.executable, "-m", "grader", "grade", *(str(ROOT / "examples" / name) for name in SUBMISSIONS)]
    command += ["--out", "out", "--roster", "roster.csv", "--deadlines", "due.csv", "--submitted", "came.csv"]
    command += ["--confine", "none", "--seed", "1", *(f"--exercise={name}" for name in EXERCISES)]
    environment = {**os.environ, "LEARN_COURSE": str(COURSE_FOLDER)}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, timeout=300)
    return folder / "out"


def table(text: str) -> list[dict[str, str]]:
    """Read the CSV."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


# --- real results -------------------------------------------------------------------------------


def test_the_report_of_graded_submissions_says_what_the_results_hold(place: Workplace, graded: Path) -> None:
    documents = [json.loads(path.read_text("utf-8")) for path in (graded / "results").glob("*.json")]
    exercises = [each for document in documents for each in document["exercises"]]
    named = {
        (each["id"], check["mistake"]["title"], document["student"])
        for document in documents
        for each in document["exercises"]
        for check in each["checks"]
        if check["mistake"]
    }
    ran = place.learn("report", str(graded), "--roster", str(graded.parent / "roster.csv"), "--format", "csv")
    rows = table(ran.out)
    assert (ran.code, ran.err) == (0, "")
    verdicts = {(row["exercise"], row["what"]): int(row["students"]) for row in rows if row["about"] == "verdict"}
    assert +Counter(verdicts) == Counter((each["id"], each["status"]) for each in exercises)
    mistakes = {(row["exercise"], row["what"]): int(row["students"]) for row in rows if row["about"] == "mistake"}
    assert mistakes == Counter((exercise, title) for exercise, title, _ in named)
    assert len(named) >= 2
    assert [row["student"] for row in rows if row["about"] == "missing"] == ["zoe"]
    assert [(row["student"], row["seconds"]) for row in rows if row["about"] == "late"] == [("unfinished", "180000")]


def test_the_text_names_the_mistakes_and_who_made_them(place: Workplace, graded: Path) -> None:
    ran = place.learn("report", str(graded))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("3 results. The median is ")
    assert "      1  What is in the nucleus?: The token that completes the sum is left out," in ran.out
    assert "    unfinished" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.slow
def test_submissions_that_end_badly_are_counted_by_how_they_end(place: Workplace) -> None:
    folder = ROOT / "tests/data/submissions"
    expected: dict[str, str] = {}
    for kind in KINDS:
        for source in sorted((folder / kind).glob("*.py"))[:3]:
            place.write(f"class/{kind}-{source.stem}/total.py", source.read_text("utf-8"))
            expected[f"{kind}-{source.stem}"] = kind
    tiny = {"LEARN_COURSE": str(ROOT / "tests/data/course")}
    grade = ["grade", "class", "--out", "out", "--exercise", "total", "--confine", "none"]
    assert place.command(*grade, **tiny).code == 0
    rows = table(place.command("report", "out", "--format", "csv", **tiny).out)
    verdicts = {row["what"]: int(row["students"]) for row in rows if row["about"] == "verdict"}
    assert +Counter(verdicts) == Counter(expected.values())
    words = {"crash": "ends the process", "error": "raises an exception", "timeout": "runs into the time limit"}
    told = {row["student"]: row["what"].partition(":")[0] for row in rows if row["about"] == "who"}
    stored = [json.loads(path.read_bytes()) for path in (place.folder / "out/results").glob("*.json")]
    obstacles = {each["student"]: each["exercises"][0]["checks"][0]["obstacle"] for each in stored}
    assert {kind for student, kind in expected.items() if not obstacles[student]} >= set(words)
    for student, kind in expected.items():
        obstacle = obstacles[student]
        assert told[student] == (f"the file {obstacle}" if obstacle else words.get(kind, told[student]))


# --- files --------------------------------------------------------------------------------------


def test_a_files_name_says_the_format(place: Workplace) -> None:
    store(place.folder / "out", CLASS, LATE)
    begins = {"report.html": "<!doctype html>", "Bericht für März.csv": "about,exercise,", "report.txt": "6 results. "}
    for name, begin in begins.items():
        ran = place.learn("report", "out", "--out", name)
        assert (ran.code, ran.out, ran.err) == (0, f"{name} is written.\n", "")
        assert (place.folder / name).read_text("utf-8").startswith(begin)


def test_the_same_results_give_the_same_bytes(place: Workplace) -> None:
    store(place.folder / "out", CLASS, LATE)
    for name in ("report.html", "report.csv", "report.txt"):
        written = []
        for seed in ("1", "2"):
            ran = place.command("report", "out", "--out", name, "--force", PYTHONHASHSEED=seed)
            assert (ran.code, ran.err) == (0, "")
            written.append((place.folder / name).read_bytes())
        assert written[0] == written[1]


def test_a_deck_asks_for_the_commonest_mistakes_and_names_nobody(place: Workplace, graded: Path) -> None:
    for name in ("cards.html", "cards.csv", "cards.txt"):
        ran = place.learn("report", str(graded), "--deck", name)
        assert (ran.code, ran.err) == (0, f"{name} is written: 2 cards.\n")
    cards = table((place.folder / "cards.csv").read_text("utf-8"))
    assert sorted(card["exercise"] for card in cards) == ["picking/nucleus_membership", "scores/temperature_rescaling"]
    for card in cards:
        assert card["front"].startswith("A wrong version: ")
        assert "two_mistakes" not in " ".join(card.values())


def test_without_a_named_mistake_there_is_no_deck(place: Workplace) -> None:
    store(place.folder / "out", {"ada": CLASS["ada"]})
    ran = place.learn("report", "out", "--deck", "cards.html")
    assert (ran.code, ran.err) == (0, "No mistake of this course was named, so there are no flashcards to write.\n")
    assert not (place.folder / "cards.html").exists()


def test_an_anonymous_report_names_nobody(place: Workplace) -> None:
    store(place.folder / "out", {f"student-{name}": each for name, each in CLASS.items()}, {"student-Bo": 90000})
    for format_name in ("text", "csv"):
        ran = place.learn("report", "out", "--anonymous", "--format", format_name)
        assert (ran.code, "student-" in ran.out) == (0, False)


# --- what goes wrong ------------------------------------------------------------------------------


def test_files_that_are_no_results_are_named_and_the_exit_code_is_1(place: Workplace) -> None:
    results = store(place.folder / "out", CLASS) / "results"
    (results / "a\u202eb.json").write_text("[", "utf-8")
    (results / "package.json").write_text('{"name": "x"}', "utf-8")
    ran = place.learn("report", "out", "--out", "report.html")
    assert (ran.code, ran.out) == (1, "report.html is written.\n")
    assert ran.err == (
        "learn: a\\u202eb.json is left out: it is not JSON.\n"
        "learn: package.json is left out: this is no result: its schema is None, not 'learn/result/v1'.\n"
    )
    page = (place.folder / "report.html").read_text("utf-8")
    assert "2 files are left out of all figures, since they are no results of this class that can be used." in page


def test_many_files_that_are_no_results_are_not_all_named(place: Workplace) -> None:
    results = store(place.folder / "out", CLASS) / "results"
    for number in range(30):
        (results / f"x{number:02}.json").write_text("", "utf-8")
    ran = place.learn("report", "out")
    assert (ran.code, ran.err.count("\n")) == (1, 11)
    assert ran.err.endswith("\nlearn: 20 more files are left out.\n")


def test_no_usable_result_at_all_writes_nothing(place: Workplace) -> None:
    place.write("out/x.json", "{}")
    ran = place.learn("report", "out", "--out", "report.html")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.endswith("learn: out: there is no result here that can be used; nothing is written\n")
    assert not (place.folder / "report.html").exists()


SEE = " (see `learn report --help`)\n"
REFUSED = {
    "no such folder": (["nix"], 2, f"Invalid value for 'RESULTS_DIR': Directory 'nix' does not exist.{SEE}"),
    "an empty folder": (
        ["empty"],
        3,
        "empty: there are no results here; `learn grade PATH... --out DIR` writes them into DIR\n",
    ),
    "a page without a file": (
        ["out", "--format", "html"],
        2,
        f"html needs a file; name it with --out, such as --out report.html{SEE}",
    ),
    "a file of no format": (
        ["out", "--out", "report.docx"],
        2,
        f"'report.docx' does not say how to write the report; add --format and one of text, csv, html{SEE}",
    ),
    "a deck of no format": (
        ["out", "--deck", "cards.png"],
        2,
        f"'cards.png' does not say how to write the cards; let it end with .html, .htm, .apkg, .csv, .txt, .pdf{SEE}",
    ),
    "one file for both": (
        ["out", "--out", "x.html", "--deck", "./x.html"],
        2,
        f"--out and --deck are the same file; give each its own{SEE}",
    ),
    "a file that is there": (
        ["out", "--out", "there.csv"],
        2,
        f"'there.csv' is there already; use --force to replace it, or another name with --out{SEE}",
    ),
    "a deck that is there": (
        ["out", "--deck", "there.csv"],
        2,
        f"'there.csv' is there already; use --force to replace it, or another name with --deck{SEE}",
    ),
    "no folder for the file": (
        ["out", "--out", "no/such/report.html"],
        2,
        f"there is no folder 'no/such'; make it first{SEE}",
    ),
    "a roster without ids": (
        ["out", "--roster", "there.csv"],
        3,
        "there.csv:1: there is no column `id`; the first line must name it\n",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_is_refused_before_anything_is_written(place: Workplace, name: str) -> None:
    arguments, code, message = REFUSED[name]
    store(place.folder / "out", CLASS)
    (place.folder / "empty").mkdir()
    place.write("there.csv", "x\n")
    before = sorted(place.folder.rglob("*"))
    assert place.learn("report", *arguments) == (code, "", f"learn: {message}")
    assert sorted(place.folder.rglob("*")) == before
    assert (place.folder / "there.csv").read_text("utf-8") == "x\n"


@needs_permissions("a folder that cannot be written to")
def test_a_folder_that_cannot_be_written_is_told(place: Workplace) -> None:
    store(place.folder / "out", CLASS)
    (place.folder / "locked").mkdir(mode=0o500)
    ran = place.learn("report", "out", "--out", "locked/report.html")
    assert (ran.code, ran.err) == (3, "learn: 'locked/report.html' cannot be written: Permission denied\n")
