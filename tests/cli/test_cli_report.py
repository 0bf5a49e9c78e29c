"""`learn report`: its files, exit codes and sentences."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from class_cases import CLASS, LATE, store
from places import COURSE_FOLDER
from report_cases import exercise, result
from workplace import Workplace

from grader.core.result import CourseStamp, NamedMistake
from grader.course import find
from grader.course.course import Course

ROSTER = "id,name\nada,Ada Lovelace\nBO,Bo Ek\nzoe,Zoe <b>Quick</b>\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a roster and the results of a class."""
    place = Workplace(tmp_path, monkeypatch, capsys, course=COURSE_FOLDER)
    place.write("roster.csv", ROSTER)
    store(tmp_path / "out", CLASS, LATE)
    return place


def test_the_report_is_printed_or_written_as_the_suffix_says_with_names_from_the_roster(place: Workplace) -> None:
    ran = place.learn("report", "out", "--roster", "roster.csv")
    assert (ran.code, ran.err) == (0, "")
    assert "\n         Bo (Bo Ek), cy\n" in ran.out
    begins = {
        "report.html": "<!doctype html>",
        "Bericht für März.csv": "student,name,exercise,",
        "a.txt": "6 results: ",
    }
    for name, begin in begins.items():
        ran = place.learn("report", "out", "--out", name, "--roster", "roster.csv")
        assert (ran.code, ran.out, ran.err) == (0, f"{name} is written.\n", "")
        assert (place.folder / name).read_text("utf-8").startswith(begin)
    rows = list(csv.DictReader(io.StringIO((place.folder / "Bericht für März.csv").read_text("utf-8"))))
    assert {row["name"] for row in rows} == {"", "Ada Lovelace", "Bo Ek", "Zoe <b>Quick</b>"}


def test_a_deck_asks_for_the_commonest_mistakes_and_names_nobody(place: Workplace) -> None:
    course = Course(find(COURSE_FOLDER))
    exercise_id = course.exercise_ids[0]
    known = course.mistakes(exercise_id)[0]
    failed = CLASS["Bo"].exercises[1].checks[0]._replace(mistake=NamedMistake(known.name, known.title, known.words))
    made = result(exercise(failed)._replace(id=exercise_id))._replace(course=CourseStamp(course.id, 1, "0" * 64))
    store(place.folder / "real", {"student-1": made, "student-2": made})
    ran = place.learn("report", "real", "--deck", "cards.csv")
    assert (ran.code, ran.err) == (0, "cards.csv is written: 1 card.\n")
    assert "student-" not in (place.folder / "cards.csv").read_text("utf-8")
    store(place.folder / "none", {"ada": CLASS["ada"]})
    ran = place.learn("report", "none", "--deck", "none.html")
    assert (ran.code, ran.err) == (0, "No mistake of this course was named, so there are no flashcards to write.\n")


def test_files_that_are_no_results_are_named_and_the_exit_code_is_1(place: Workplace) -> None:
    place.write("out/results/a\u202eb.json", "[")
    ran = place.learn("report", "out", "--out", "report.html")
    assert (ran.code, ran.out) == (1, "report.html is written.\n")
    assert ran.err == "learn: a\\u202eb.json is left out: it is not JSON.\n"
    assert "1 file left out: no usable result of this class." in (place.folder / "report.html").read_text("utf-8")


SEE = " (see `learn report --help`)\n"
REFUSED = {
    "no such folder": (["nix"], 2, f"Invalid value for 'RESULTS_DIR': Directory 'nix' does not exist.{SEE}"),
    "an empty folder": (
        ["empty"], 3, "empty: there are no results here; `learn grade PATH... --out DIR` writes them into DIR\n",
    ),
    "a file of no format": (
        ["out", "--out", "report.docx"], 2,
        f"'report.docx' does not say how to write the report; let it end with .html, .csv, .txt{SEE}",
    ),
    "one file for both": (
        ["out", "--out", "x.html", "--deck", "./x.html"], 2, f"--out and --deck are the same file; give each its own{SEE}",
    ),
    "pages of nobody": (
        ["out", "--pages", "x", "--anonymous"], 2,
        f"--pages names every student, and --anonymous none; leave one of them out{SEE}",
    ),
    "a folder with files": (
        ["out", "--pages", "out"], 2,
        f"out is not empty; give --pages another folder, or replace pages with --force{SEE}",
    ),
    "a roster without ids": (
        ["out", "--roster", "there.csv"], 3, "there.csv:1: there is no column `id`; the first line must name it\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_is_refused_before_anything_is_written(place: Workplace, name: str) -> None:
    arguments, code, message = REFUSED[name]
    (place.folder / "empty").mkdir()
    place.write("there.csv", "x\n")
    before = sorted(place.folder.rglob("*"))
    assert place.learn("report", *arguments) == (code, "", f"learn: {message}")
    assert sorted(place.folder.rglob("*")) == before


# --- a page for each student ----------------------------------------------------------------------


def test_each_student_has_a_page_that_the_list_links(place: Workplace) -> None:
    ran = place.learn("report", "out", "--roster", "roster.csv", "--pages", "pages ü")
    assert (ran.code, ran.err) == (0, "pages ü/index.html is written, and 6 pages of students.\n")
    pages = place.folder / "pages ü"
    names = ("Bo.html", "ada.html", "cy.html", "dora.html", "emil.html", "fay.html", "index.html")
    assert sorted(path.name for path in pages.iterdir()) == list(names)
    index = (pages / "index.html").read_text("utf-8")
    points = f"{CLASS['Bo'].score} of {CLASS['Bo'].max_score}"
    assert f'<a href="Bo.html"><bdi>Bo Ek</bdi></a></th><td><bdi>BO</bdi></td><td class="number">{points}</td>' in index
    assert "<bdi>Zoe &lt;b&gt;Quick&lt;/b&gt;</bdi></th><td><bdi>zoe</bdi></td>" in index
    page = (pages / "Bo.html").read_text("utf-8")
    assert "<p>Handed in 1 day 1 hour late.</p>" in page
    for one in CLASS["Bo"].exercises:
        assert all(not check.mistake or check.mistake.words in page for check in one.checks)


def test_hostile_names_are_neither_paths_nor_html(place: Workplace) -> None:
    names = ("../up", "index", "=1+1", "<b>x</b>", "W" * 300, "<script>")
    store(place.folder / "hostile", dict.fromkeys(names, CLASS["cy"]))
    place.learn("report", "hostile", "--pages", "a/pages")
    files = sorted((place.folder / "a/pages").iterdir())
    assert len(files) == len(names) + 1
    assert [*place.folder.glob("*.html"), *(place.folder / "a").glob("*.html")] == []
    for path in files:
        text = path.read_text("utf-8")
        assert "<script" not in text
        assert "<b>x" not in text
