"""Students are called by their names in the report, and each has a page that says why they got their points."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from class_cases import CLASS, store
from report_cases import HOSTILE
from workplace import Workplace

ROSTER = "id,name\nada,Ada Lovelace\nBO,Bo Ek\ndora,dora\nzoe,Zoe <b>Quick</b>\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a roster and the results of a class."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    place.write("roster.csv", ROSTER)
    store(tmp_path / "out", CLASS)
    return place


def test_students_have_their_names_beside_their_ids(place: Workplace) -> None:
    text = place.learn("report", "out", "--roster", "roster.csv").out
    assert "\n         Bo (Bo Ek), cy\n" in text
    assert "zoe (Zoe <b>Quick</b>)" in text
    assert "dora (dora)" not in text
    assert place.learn("report", "out", "--roster", "roster.csv", "--out", "report.html").code == 0
    page = (place.folder / "report.html").read_text("utf-8")
    assert "<bdi>Bo (Bo Ek)</bdi>" in page
    assert "<bdi>zoe (Zoe &lt;b&gt;Quick&lt;/b&gt;)</bdi>" in page


def test_the_table_has_a_column_for_names(place: Workplace) -> None:
    out = place.learn("report", "out", "--roster", "roster.csv", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert {row["student"]: row["name"] for row in rows if row["student"]} == {
        "Bo": "Bo Ek", "cy": "", "dora": "dora", "emil": "", "fay": "", "zoe": "Zoe <b>Quick</b>"
    }  # fmt: skip


def test_an_anonymous_report_has_no_names(place: Workplace) -> None:
    for format_name in ("text", "csv"):
        out = place.learn("report", "out", "--roster", "roster.csv", "--anonymous", "--format", format_name).out
        assert not [name for name in ("Lovelace", "Ek", "Quick", "ada", "cy") if name in out]


def test_each_student_has_a_page_that_the_list_links(place: Workplace) -> None:
    ran = place.learn("report", "out", "--roster", "roster.csv", "--pages", "pages ü")
    assert (ran.code, ran.err) == (0, "pages ü/index.html is written, and 6 pages of students.\n")
    pages = place.folder / "pages ü"
    assert sorted(path.name for path in pages.iterdir()) == [
        "Bo.html", "ada.html", "cy.html", "dora.html", "emil.html", "fay.html", "index.html"
    ]  # fmt: skip
    index = (pages / "index.html").read_text("utf-8")
    points = f"{CLASS['Bo'].score} of {CLASS['Bo'].max_score}"
    row = f'<a href="Bo.html"><bdi>Bo Ek</bdi></a></th><td><bdi>Bo</bdi></td><td class="number">{points}</td>'
    assert row in index
    assert "<bdi>Zoe &lt;b&gt;Quick&lt;/b&gt;</bdi></th><td><bdi>zoe</bdi></td>" in index
    bo = (pages / "Bo.html").read_text("utf-8")
    assert "<bdi>Bo (Bo Ek)</bdi>" in bo
    for exercise in CLASS["Bo"].exercises:
        for check in exercise.checks:
            assert not check.mistake or check.mistake.words in bo


def test_hostile_names_are_neither_paths_nor_html(place: Workplace) -> None:
    names = ("../up", "index", "=1+1", "<b>x</b>", "W" * 300, "<script>", HOSTILE.replace("\ud800", ""))
    students = dict.fromkeys(names, CLASS["cy"])
    store(place.folder / "hostile", students)
    place.learn("report", "hostile", "--pages", "a/pages")
    files = sorted((place.folder / "a/pages").iterdir())
    assert len(files) == len(students) + 1
    assert [path for path in place.folder.glob("*.html")] + [path for path in (place.folder / "a").glob("*.html")] == []
    for path in files:
        text = path.read_text("utf-8")
        assert "<script" not in text
        assert "<b>x" not in text
    assert "<h1>Students</h1>" in (place.folder / "a/pages/index.html").read_text("utf-8")


@pytest.mark.slow
def test_pages_are_not_mixed_with_other_files(place: Workplace) -> None:
    place.write("pages/mine.txt", "")
    refused = place.learn("report", "out", "--pages", "pages")
    assert (refused.code, refused.out) == (2, "")
    assert "pages is not empty; give --pages another folder, or replace pages with --force" in refused.err
    assert place.learn("report", "out", "--pages", "pages", "--force").code == 0
    assert place.learn("report", "out", "--pages", "pages", "--force").code == 0
    assert (place.folder / "pages/mine.txt").exists()
    both = place.learn("report", "out", "--pages", "x", "--anonymous")
    assert (both.code, (place.folder / "x").exists()) == (2, False)


def test_a_folder_that_cannot_be_made_is_one_sentence(place: Workplace) -> None:
    place.write("file", "")
    ran = place.learn("report", "out", "--pages", "file/pages")
    assert (ran.code, len(ran.err.splitlines())) == (3, 1)
    assert json.loads((place.folder / "out/results/0.json").read_text("utf-8"))["student"] == "ada"
