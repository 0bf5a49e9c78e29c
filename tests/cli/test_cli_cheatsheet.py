"""`learn print cheatsheet`: where the sheet goes, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pdfs
import pytest
from places import COURSE
from workplace import TINY, Workplace

from flashcards import pdf
from flashcards.cheat_sheet import NoSheetError, open_sheet, render
from grader.course import Content
from grader.course.course import Course

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


def test_a_course_without_a_sheet_says_so(place: Workplace) -> None:
    ran = place.learn("print", "cheatsheet", "--course", str(TINY))
    assert (ran.code, ran.out, files_in(place)) == (3, "", [])
    assert ran.err.startswith("learn: there is no file ")
    assert ran.err.endswith("cheat_sheet.yaml; this course has no cheat sheet\n")
    with pytest.raises(NoSheetError):
        open_sheet(Course(Content(TINY / "exercises", TINY / "solutions")))
