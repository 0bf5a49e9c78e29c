"""`learn print cards --layout`: what it writes and says, and what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pdfs
import pytest
from small_deck import course_with_decks
from workplace import Workplace

from flashcards.pdf import is_available

pytestmark = pytest.mark.slow

USAGE = " (see `learn print cards --help`)\n"
needs_pdf = pytest.mark.skipif(
    not is_available(), reason='WeasyPrint is not installed: pip install "token-by-token[pdf]"'
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder, and a course with two small decks."""
    course_with_decks(tmp_path / "Kurs mit Karten")
    (tmp_path / "ein Ordner").mkdir()
    monkeypatch.delenv("LEARN_OFFSET", raising=False)
    return Workplace(tmp_path / "ein Ordner", monkeypatch, capsys, course=tmp_path / "Kurs mit Karten")


def files(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def page_texts(path: Path) -> list[str]:
    """Return the text of each page of a PDF."""
    import pypdf

    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def test_the_layouts_are_listed_with_what_they_fit_within_80_columns(place: Workplace) -> None:
    code, out, err = place.learn("print", "cards", "--layout", "list")
    assert (code, err) == (0, "")
    assert "business     Letter  2 × 3.5 inch business cards, 10 to a sheet\n" in out
    assert "                     Avery 5371, 8371, 5871, or card to cut\n" in out
    assert out.endswith("\nNext: `learn print cards --layout fold --out cards.pdf`\n")
    assert max(map(len, out.splitlines())) <= 80


@pdfs.NEEDED
@needs_pdf
def test_a_pdf_without_more_is_for_any_printer(place: Workplace) -> None:
    ran = place.learn("print", "cards", "small", "--out", "Größe 大.pdf")
    assert ran == (
        0,
        "Größe 大.pdf is written: a sheet to set the printer up and 6 cards on 2 sheets.\n"
        "Print on A4, one side, at 100 %.\n",
        "",
    )
    assert len(page_texts(place.folder / "Größe 大.pdf")) == 3


@pdfs.NEEDED
@needs_pdf
def test_the_options_reach_the_sheets(place: Workplace) -> None:
    options = "--layout index --paper letter --flip short --offset 0.5,-1"
    ran = place.learn("print", "cards", "small", *options.split(), "--out", "x.pdf")
    assert ran.out == (
        "x.pdf is written: a sheet to set the printer up and 6 cards on 2 sheets.\n"
        "Print on Letter, both sides, turned on the short edge, at 100 %.\n"
    )
    pages = page_texts(place.folder / "x.pdf")
    assert len(pages) == 6
    assert "Letter, 100 %, turned on the short edge" in pages[0]


@pdfs.NEEDED
@needs_pdf
@pytest.mark.parametrize("suffix", ["pdf", "html"])
def test_the_set_up_sheet_needs_no_deck_and_takes_the_offset_of_the_environment(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setenv("LEARN_OFFSET", "1.5,0")
    ran = place.learn("print", "cards", "--layout", "calibration", "--out", f"x.{suffix}")
    assert ran.out.startswith(f"x.{suffix} is written: a sheet to set the printer up.\n")
    if suffix == "pdf":
        assert "--offset 1.5,0" in page_texts(place.folder / "x.pdf")[0]
    else:
        assert "--offset 1.5,0" in (place.folder / "x.html").read_text("utf-8")


def test_html_needs_no_package_and_says_who_measures(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    ran = place.learn("print", "cards", "small", "--layout", "business", "--out", "x.html")
    assert ran == (
        0,
        "x.html is written: a sheet to set the printer up and 6 cards on 1 sheet.\n"
        "Print on A4, both sides, turned on the long edge, at 100 %.\n"
        "Whether all texts fit shows in the browser: the page warns of those that do not.\n",
        "",
    )


REFUSED = {
    "an unknown layout": ("--layout bussiness --out x.pdf", "unknown layout `bussiness`; did you mean `business`?"),
    "a layout of another paper": (
        "--layout c32011 --paper letter --out x.pdf",
        "the layout 'c32011' is not for letter; use one of business, fold, index, single",
    ),
    "an edge for one side": (
        "--layout fold --flip long --out x.pdf",
        "the layout 'fold' is printed on one side; leave out --flip",
    ),
    "an offset for one side": (
        "--offset 1,1 --out x.html",
        "the layout 'fold' is printed on one side; leave out --offset",
    ),
    "half an offset": (
        "--layout index --offset 1 --out x.pdf",
        "Invalid value for '--offset': '1' is not two lengths in millimetres, such as 0.5,-1",
    ),
    "a huge offset": (
        "--layout index --offset 0,9 --out x.pdf",
        "Invalid value for '--offset': '0,9' is more than 5 mm; look first how the paper lies in its tray",
    ),
    "no number": (
        "--layout index --offset nan,0 --out x.pdf",
        "Invalid value for '--offset': 'nan,0' is more than 5 mm; look first how the paper lies in its tray",
    ),
    "no file": (
        "--layout index",
        "sheets are written as .pdf or .html; name the file with --out, such as --out cards.pdf",
    ),
    "a file of another kind": (
        "--layout index --out x.csv",
        "sheets are written as .pdf or .html; name the file with --out, such as --out cards.pdf",
    ),
    "a format": (
        "--layout index --format html --out x.pdf",
        "sheets are written as the file's name says, .pdf or .html; leave out --format",
    ),
    "cards on the set-up sheet": (
        "small --layout calibration --out x.pdf",
        "the layout 'calibration' prints no cards; leave out the names of decks",
    ),
    "a folder that is not there": ("--layout index --out nowhere/x.pdf", "there is no folder 'nowhere'; make it first"),
}


@pytest.mark.parametrize(("line", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_meant_is_refused(place: Workplace, line: str, message: str) -> None:
    assert place.learn("print", "cards", *line.split()) == (2, "", f"learn: {message}{USAGE}")
    assert files(place) == []


LONG = """\
id: long
title: Long
cards:
  - id: long-answer
    front: Short?
    back: {words}
    tags: [long]
"""


@pdfs.NEEDED
@needs_pdf
@pytest.mark.parametrize("suffix", ["pdf", "html"])
def test_a_text_that_does_not_fit_is_named_and_nothing_is_written(place: Workplace, suffix: str) -> None:
    (place.folder / "long.yaml").write_text(LONG.format(words="Word. " * 300))
    ran = place.learn("print", "cards", "long.yaml", "--layout", "business", "--out", f"x.{suffix}")
    first, second, third = ran.err.splitlines()
    assert (ran.code, ran.out, first) == (3, "", "learn: nothing is written, since texts do not fit:")
    assert second.startswith("long-answer: its answer is ")
    assert second.endswith(" mm too long")
    assert third == "shorten these texts, or take a layout with larger cards"
    assert files(place) == ["long.yaml"]


@pdfs.NEEDED
@needs_pdf
def test_signs_that_the_fonts_lack_are_told(place: Workplace) -> None:
    (place.folder / "long.yaml").write_text(LONG.format(words="漢字"), "utf-8")
    ran = place.learn("print", "cards", "long.yaml", "--out", "x.pdf")
    assert (
        ran.out.splitlines()[2]
        == "The signs 字 漢 are not in the bundled fonts, and may look different on another machine."
    )
