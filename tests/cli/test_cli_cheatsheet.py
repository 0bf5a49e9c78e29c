"""`learn print cheatsheet`: where the sheet goes, and what is refused."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pdfs
import pytest
from places import COURSE
from systems import linux_only
from workplace import TINY, Workplace

from flashcards import pdf
from flashcards.cheat_sheet import NoSheetError, open_sheet, render
from grader.course import Content
from grader.course.course import Course
from grader.files import extras

pytestmark = pytest.mark.slow

NEEDS_PDF = pytest.mark.skipif(not pdf.is_available(), reason='the extra is missing: pip install -e ".[pdf]"')
USAGE = " (see `learn print cheatsheet --help`)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files_in(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def test_the_page_is_written_and_named(place: Workplace) -> None:
    told = "cheatsheet.html is written. Print it at 100 % on A4; it is one page.\n"
    assert place.learn("print", "cheatsheet") == (0, told, "")
    assert files_in(place) == ["cheatsheet.html"]
    assert (place.folder / "cheatsheet.html").read_text("utf-8") == render(open_sheet(COURSE), "a4")


@pdfs.NEEDED
@NEEDS_PDF
def test_a_name_that_ends_with_pdf_makes_a_pdf(place: Workplace) -> None:
    told = "mein Blatt.PDF is written. Print it at 100 % on Letter; it is one page.\n"
    assert place.learn("print", "cheatsheet", "--paper", "letter", "--out", "mein Blatt.PDF") == (0, told, "")
    assert files_in(place) == ["mein Blatt.PDF"]
    assert (place.folder / "mein Blatt.PDF").read_bytes().startswith(b"%PDF-1.7\n")


def test_without_the_extra_there_is_one_sentence_and_no_file(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    ran = place.learn("print", "cheatsheet", "--out", "sheet.pdf")
    assert (ran.code, ran.out, files_in(place)) == (3, "", [])
    assert ran.err.startswith("learn: PDF files need ")
    assert extras.install_command("pdf") in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_is_replaced_only_when_that_is_wanted(place: Workplace) -> None:
    page = place.folder / "cheatsheet.html"
    page.write_text("mine", "utf-8")
    told = "learn: 'cheatsheet.html' is there already; use --force to replace it, or another name with --out"
    assert place.learn("print", "cheatsheet") == (2, "", f"{told}{USAGE}\n")
    assert page.read_text("utf-8") == "mine"
    assert place.learn("print", "cheatsheet", "--force").code == 0
    assert page.read_text("utf-8").startswith("<!doctype html>\n")


@pytest.mark.parametrize(
    ("out", "told"),
    [
        ("sheet.doc", "'sheet.doc' ends with none of .html, .htm, .pdf; name the file so"),
        ("sheet", "'sheet' ends with none of .html, .htm, .pdf; name the file so"),
        ("gone/sheet.html", "there is no folder 'gone'; make it first"),
    ],
)
def test_a_place_that_cannot_be_meant_is_refused(place: Workplace, out: str, told: str) -> None:
    assert place.learn("print", "cheatsheet", "--out", out) == (2, "", f"learn: {told}{USAGE}\n")
    assert files_in(place) == []


@linux_only("/proc is a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_named(place: Workplace) -> None:
    ran = place.learn("print", "cheatsheet", "--out", "/proc/self/sheet.html")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: '/proc/self/sheet.html' cannot be written: ")


def test_a_course_without_a_sheet_says_so(place: Workplace) -> None:
    ran = place.learn("print", "cheatsheet", "--course", str(TINY))
    assert (ran.code, ran.out, files_in(place)) == (3, "", [])
    assert ran.err.startswith("learn: there is no file ")
    assert ran.err.endswith("cheat_sheet.yaml; this course has no cheat sheet\n")
    with pytest.raises(NoSheetError):
        open_sheet(Course(Content(TINY / "exercises", TINY / "solutions")))


def test_a_sheet_of_another_course_is_found_beside_its_decks(place: Workplace) -> None:
    course = place.folder / "Kurs"
    (course / "flashcards").mkdir(parents=True)
    for name in ("exercises", "solutions"):
        shutil.copytree(TINY / name, course / name)
    text = "id: cheat-sheet\ntitle: Mine\nlead: Short.\nsections:\n  - {title: One, rows: [{term: a, text: b.}]}\n"
    (course / "flashcards" / "cheat_sheet.yaml").write_text(text, "utf-8")
    assert place.learn("print", "cheatsheet", "--course", str(course)).code == 0
    assert "<h1>Mine</h1>" in (place.folder / "cheatsheet.html").read_text("utf-8")
    (course / "flashcards" / "cheat_sheet.yaml").write_text(text.replace("title: One", "titel: One"), "utf-8")
    ran = place.learn("print", "cheatsheet", "--course", str(course), "--force")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "learn: Kurs/flashcards/cheat_sheet.yaml:5:6: unknown key `titel`; did you mean `title`?\n"
