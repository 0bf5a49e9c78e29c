"""The cheat sheet: what it says, and that it is one page of paper."""

from __future__ import annotations

import re
from pathlib import Path

import pdfs
import pytest
from places import COURSE
from small_sheet import load

from flashcards import pdf
from flashcards.cheat_sheet import Sheet, open_sheet, render
from grader.files.html_page import Paper

pytestmark = pytest.mark.slow

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""Width and height in mm."""
MM = 72 / 25.4
SMALLEST_PT = 7.5
NEEDS_PDF = pytest.mark.skipif(not pdf.is_available(), reason='the extra is missing: pip install -e ".[pdf]"')


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """Return the cheat sheet of the course."""
    return open_sheet(COURSE)


# --- what it says -----------------------------------------------------------------------------


def test_it_has_no_script_and_asks_for_nothing(sheet: Sheet) -> None:
    page = render(sheet, "a4")
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert len(policy) == 1
    assert policy[0].startswith("default-src &#39;none&#39;; ")
    assert "script-src &#39;none&#39;" in policy[0]
    assert re.findall(r"<script|javascript:|\bon\w+=|<(?:img|link|iframe|object|base)\b", page) == []
    assert re.findall(r'(?:src|href|url)\s*[=(]\s*"(?!data:font/woff2;base64,)', page) == []


def test_hostile_text_is_shown_and_not_run(tmp_path: Path) -> None:
    small = load(
        tmp_path, ("To know", "'</style><script>alert(1)</script>'"), ("Below it.", "'<img src=x onerror=alert(1)>'")
    )
    body = render(small, "a4").partition("<body>")[2]
    assert re.findall(r"<(?:script|img|/style)", body) == []
    assert "&lt;img src=x onerror=alert(1)&gt;" in body


# --- on paper ---------------------------------------------------------------------------------


@pdfs.NEEDED
@NEEDS_PDF
@pytest.mark.parametrize("paper", PAPERS)
def test_it_is_one_page_of_the_paper_in_letters_that_can_be_read(sheet: Sheet, tmp_path: Path, paper: Paper) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    pdf.write_pdf([render(sheet, paper, for_screen=False)], tmp_path / "sheet.pdf", title=sheet.title)
    (page,) = pypdf.PdfReader(tmp_path / "sheet.pdf").pages
    assert [float(each) / MM for each in page.mediabox[2:]] == pytest.approx(PAPERS[paper], abs=0.05)
    sizes: dict[float, str] = {}
    places: list[tuple[float, float]] = []

    def see(text: str, _matrix: object, place: list[float], _font: object, size: float) -> None:
        if text.strip():
            sizes[round(size * abs(place[3]), 2)] = text
            places.append((place[4] / MM, place[5] / MM))

    text = page.extract_text(visitor_text=see)
    assert min(sizes) >= SMALLEST_PT - 0.01, sizes[min(sizes)]
    assert min(min(place) for place in places) > 6.35
    for section in sheet.sections:
        assert section.title in " ".join(text.split())
