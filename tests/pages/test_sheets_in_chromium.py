"""Sheets as a page: what Chromium prints lies where the layout says, and the page tells which texts do not fit."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import chromium
import pdfs
import pytest
from drawn import Drawn, drawn
from printed import ALL, FILLED, faces, layout_named, name_of, sheet_set, some_cards

from flashcards.layout import Layout
from flashcards.sheets import PrintedCard, SheetSet, html

pikepdf = pytest.importorskip("pikepdf", reason='pikepdf is not installed: pip install "token-by-token[pdf]"')
pytestmark = [pytest.mark.external, chromium.NEEDED]

NEAR_MM = 0.25
"""Chromium rounds lengths to pixels of 1/96 inch."""
SHEET_MM = 0.5
LONG = "Word after word. " * 100
WIDE = "$" + " + ".join(f"x_{{{number}}}^2" for number in range(12)) + "$"


class Opened(chromium.Opened):
    """A set's page in a window."""

    def __init__(self, browser: Any, folder: Path, made: SheetSet, **settings: Any) -> None:
        file = folder / "Bögen.html"
        file.write_bytes(html(made))
        super().__init__(browser, file, **settings)


def printed_by(page: Any) -> tuple[list[tuple[float, float]], list[list[Drawn]]]:
    """Print a page as the browser does; return the sizes of the sheets in millimetres, and what is drawn on them."""
    with pikepdf.open(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=True))) as pdf:
        sizes = [(float(sheet.mediabox[2]) / 72 * 25.4, float(sheet.mediabox[3]) / 72 * 25.4) for sheet in pdf.pages]
        return sizes, [drawn(sheet) for sheet in pdf.pages]


def fill_faces(page: Any) -> None:
    """Give the faces a ground whose place can be read, past the page's own policy as a test may."""
    page.evaluate("(rule) => document.styleSheets[0].insertRule(rule)", FILLED)


@pytest.mark.parametrize("layout", ALL, ids=name_of)
def test_what_chromium_prints_lies_where_the_layout_says(browser: Any, tmp_path: Path, layout: Layout) -> None:
    made = sheet_set(layout, has_cover=False)
    with Opened(browser, tmp_path, made) as page:
        fill_faces(page)
        sizes, pages = printed_by(page)
    assert sizes == [pytest.approx((layout.page.width, layout.page.height), abs=SHEET_MM)] * len(sizes)
    assert len(sizes) == 2 * (2 if layout.is_duplex else 1)
    corners = [
        (layout.margin.x + column * layout.pitch.across, layout.margin.y + row * layout.pitch.down)
        for row in range(layout.grid.rows)
        for column in range(layout.grid.columns)
    ]
    is_fold = layout.kind == "fold"
    for number, found in enumerate(pages):
        boxes = [each.edges for each in faces(found)]
        is_back = layout.is_duplex and number % 2
        fronts = [(layout.page.width - x - layout.card.width, y) if is_back else (x, y) for x, y in corners]
        expected = [(x + side, y) for x, y in fronts for side in ((0, layout.card.width) if is_fold else (0,))]
        count = len(expected) if number < len(pages) / 2 else 2 if is_fold else 1
        assert boxes == [
            pytest.approx((x, y, x + layout.card.width, y + layout.card.height), abs=NEAR_MM)
            for x, y in expected[:count]
        ]


@pdfs.NEEDED
def test_chromium_prints_the_same_text_on_each_page_as_the_pdf_has_with_scripts_or_without(
    browser: Any, tmp_path: Path
) -> None:
    import pypdf

    from flashcards.printing import write_sheets_pdf

    cards = [*some_cards(11), PrintedCard.of("marked-up", "What is *this*?", "- A list,\n- with `code` and .73.")]
    made = sheet_set(layout_named("business-a4"), cards)
    write_sheets_pdf(made, tmp_path / "out.pdf")
    ours = [sorted(page.extract_text().split()) for page in pypdf.PdfReader(tmp_path / "out.pdf").pages]
    for settings in ({}, {"java_script_enabled": False}):
        with Opened(browser, tmp_path, made, **settings) as page:
            data = page.pdf(prefer_css_page_size=True)
        theirs = [sorted(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(data)).pages]
        assert [bare(words) for words in theirs] == [bare(words) for words in ours]


def bare(words: list[str]) -> str:
    """Return words without what belongs to no card: the dots of a list, which only one of the two writes as text."""
    return "".join(words).replace("•", "")


def test_the_page_names_the_texts_that_do_not_fit(browser: Any, tmp_path: Path) -> None:
    cards = some_cards(4)
    cards[1] = PrintedCard.of("long-answer", "Short?", LONG)
    cards[2] = PrintedCard.of("long-question", LONG, "Short.")
    cards[3] = PrintedCard.of("wide-formula", "Short?", WIDE)
    with Opened(browser, tmp_path, sheet_set(layout_named("business-a4"), cards)) as page:
        page.locator(".warning li").first.wait_for()
        said = page.locator(".warning li").all_inner_texts()
        assert page.locator(".warning").get_attribute("role") == "status"
        assert page.locator(".too-long").count() == 3
    starts = ["long-question: its question is ", "long-answer: its answer is ", "wide-formula: its answer is "]
    assert [words.startswith(start) for words, start in zip(said, starts, strict=True)] == [True] * 3
    assert [
        words.endswith(end)
        for words, end in zip(said, [" mm too long.", " mm too long.", " mm too wide."], strict=True)
    ] == [True] * 3


@pytest.mark.parametrize(("name", "scheme", "width"), [("business-a4", "dark", 1280), ("fold-letter", "light", 320)])
def test_nobody_is_kept_out_and_nothing_is_asked_for(
    browser: Any, tmp_path: Path, name: str, scheme: str, width: int
) -> None:
    cards = [*some_cards(3), PrintedCard.of("long-answer", "Short?", LONG)]
    made = sheet_set(layout_named(name), cards)
    opened = Opened(browser, tmp_path, made, color_scheme=scheme, viewport={"width": width, "height": 800})
    with opened as page:
        page.get_by_role("button", name="Print").wait_for()
        assert (len(opened.asked), opened.said) == (1, [])
        assert chromium.barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
