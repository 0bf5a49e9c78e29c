"""Sheets as PDF, held against their layouts by what is drawn in the file, in millimetres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pdfs
import pytest

pytestmark = [pytest.mark.slow, pdfs.NEEDED]

pikepdf = pytest.importorskip("pikepdf", reason='pikepdf is not installed: pip install "token-by-token[pdf]"')

from drawn import Drawn  # noqa: E402
from printed import (  # noqa: E402
    each_layout,
    faces,
    filled,
    layout_named,
    lies_within,
    pages_of,
    sheet_set,
    some_cards,
    words_on,
)

from flashcards.imposition import Turning, is_turned  # noqa: E402
from flashcards.layout import Layout  # noqa: E402
from flashcards.pdf import Flip, write_pdf  # noqa: E402
from flashcards.printing import write_sheets_pdf  # noqa: E402
from flashcards.sheets import PrintedCard  # noqa: E402

NEAR_MM = 0.05
INK_FREE_MM, TEXT_INSET_MM = 6.35, 3.0
FLIPS: list[Flip] = ["long", "short"]
Printed = Callable[..., list[list[Drawn]]]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Return a function that writes a set as a PDF, each only once, and returns what is drawn on its pages."""
    folder = tmp_path_factory.mktemp("Bögen zum Drucken")
    written: dict[tuple[Layout, Flip], Path] = {}

    def write(layout: Layout, flip: Flip = "long") -> Any:
        key = (layout, flip)
        if key not in written:
            made = sheet_set(layout, turning=Turning(flip=flip) if layout.is_duplex else Turning())
            written[key] = folder / f"{len(written)}.pdf"
            write_pdf(filled(made), written[key], title="Deck", duplex=flip)
        return pages_of(written[key])

    return write


def cards_of(pages: list[list[Drawn]]) -> list[list[Drawn]]:
    """Return the pages that hold cards."""
    return [page for page in pages if faces(page)]


def turned(each: Drawn, layout: Layout) -> Drawn:
    """Return where something lies once its page is turned upside down."""
    width, height = layout.page.width, layout.page.height
    return Drawn(
        each.kind,
        width - each.right,
        height - each.bottom,
        width - each.left,
        height - each.top,
        each.color,
        each.text,
    )


def expected_faces(layout: Layout, count: int) -> list[tuple[float, float, float, float]]:
    """Return where the layout wants the fronts of a page: left, top, right, bottom."""
    corners = [
        (layout.margin.x + column * layout.pitch.across, layout.margin.y + row * layout.pitch.down)
        for row in range(layout.grid.rows)
        for column in range(layout.grid.columns)
    ]
    return [(x, y, x + layout.card.width, y + layout.card.height) for x, y in corners[:count]]


@each_layout()
def test_each_page_has_the_size_of_its_paper(printed: Printed, layout: Layout, tmp_path: Path) -> None:
    write_sheets_pdf(sheet_set(layout), tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as pdf:
        sizes = [[float(length) / 72 * 25.4 for length in page.mediabox] for page in pdf.pages]
    assert sizes == [pytest.approx((0, 0, layout.page.width, layout.page.height), abs=NEAR_MM)] * len(sizes)
    cover = 0 if layout.kind == "single" else 1
    assert len(sizes) == (2 + cover) * (2 if layout.is_duplex else 1)


@each_layout()
def test_each_card_lies_where_the_layout_says(printed: Printed, layout: Layout) -> None:
    pages = cards_of(printed(layout))
    fronts = pages[::2] if layout.is_duplex else pages
    assert len(fronts) == 2
    for page, count in zip(fronts, (layout.cards_to_a_page, 1), strict=True):
        found = [each.edges for each in faces(page) if "QUESTION" in words_on(each, page).upper()]
        assert found == [pytest.approx(edges, abs=NEAR_MM) for edges in expected_faces(layout, count)]


@pytest.mark.parametrize("flip", FLIPS)
@each_layout(only_duplex=True)
def test_each_back_lies_on_its_own_front(printed: Printed, layout: Layout, flip: Flip) -> None:
    pages = cards_of(printed(layout, flip))
    first = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        upright = [turned(each, layout) for each in back] if is_turned(layout, flip) else back
        for number, (asked, told) in enumerate(zip(faces(front), faces(upright), strict=True)):
            mirrored = (layout.page.width - told.right, told.top, layout.page.width - told.left, told.bottom)
            assert mirrored == pytest.approx(asked.edges, abs=NEAR_MM)
            assert name_on(asked, front) == name_on(told, upright) == f"card-{number + first}"
        first += len(faces(front))
    assert len(pages) == 4


def name_on(face: Drawn, page: list[Drawn]) -> str:
    """Return the id that is printed on a face."""
    (name,) = [word for word in words_on(face, page).split() if word.startswith("card-")]
    return name


@each_layout()
def test_ink_and_text_keep_their_distance(printed: Printed, layout: Layout) -> None:
    sheet = Drawn("box", 0, 0, layout.page.width, layout.page.height, ())
    for page in printed(layout):
        ink = [each for each in page if each not in faces(page)]
        assert [each for each in ink if not lies_within(each, sheet, INK_FREE_MM)] == []
        for face in faces(page):
            inside = [
                each
                for each in page
                if each.kind == "text" and face.left < each.left < face.right and face.top < each.top < face.bottom
            ]
            assert len(inside) >= 3
            assert [each.text for each in inside if not lies_within(each, face, TEXT_INSET_MM)] == []


# --- what is said on paper ---------------------------------------------------------------------


def text_of(page: list[Drawn]) -> str:
    """Return all text of a page."""
    return " ".join(each.text for each in page if each.kind == "text")


@pytest.mark.parametrize(("flip", "edge"), [("long", "long"), ("short", "short")])
def test_each_set_begins_with_a_sheet_that_measures_the_printer(printed: Printed, flip: Flip, edge: str) -> None:
    front, back, *_ = printed(layout_named("business-a4"), flip)
    squares = [
        each for each in front if each.kind == "line" and each.right - each.left > 49 and each.bottom - each.top > 49
    ]
    assert squares[0].right - squares[0].left == pytest.approx(50.0, abs=NEAR_MM)
    assert squares[0].bottom - squares[0].top == pytest.approx(50.0, abs=NEAR_MM)
    for words in ("50.0 × 50.0 mm", f"A4, 100 %, turned on the {edge} edge", "Deck · version 0a1b2c3d"):
        assert words in text_of(front)
    assert "this stands upright" in text_of(back)


@each_layout()
def test_fronts_and_backs_differ_without_color(printed: Printed, layout: Layout) -> None:
    pages = printed(layout)
    words = [words_on(face, page).split()[:2] for page in cards_of(pages) for face in faces(page)]
    counted = Counter(word for pair in words for word in pair if word in ("QUESTION", "ANSWER"))
    assert counted == {"QUESTION": layout.cards_to_a_page + 1, "ANSWER": layout.cards_to_a_page + 1}
    for page in pages:
        for each in (each for each in page if each not in faces(page)):
            assert len(set(each.color)) == 1, "only shades of grey"


# --- the file ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def in_chunks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Give a PDF that was made of two chunks."""
    out = tmp_path_factory.mktemp("long") / "out.pdf"
    write_sheets_pdf(sheet_set(layout_named("business-a4"), some_cards(110), turning=Turning(flip="short")), out)
    with pikepdf.open(out) as pdf:
        yield pdf


def test_the_file_says_what_it_is_and_how_to_print_it(in_chunks: Any) -> None:
    assert (str(in_chunks.docinfo.Title), str(in_chunks.Root.Lang), len(in_chunks.pages)) == ("Deck", "en", 24)
    hints = in_chunks.Root.ViewerPreferences
    assert {key: str(hints[key]) for key in ("/PrintScaling", "/Duplex")} == {
        "/PrintScaling": "/None",
        "/Duplex": "/DuplexFlipShortEdge",
    }
    assert (bool(hints.PickTrayByPDFSize), bool(hints.DisplayDocTitle)) == (True, True)
    assert in_chunks.check_pdf_syntax() == []


def test_all_text_of_one_chunk_is_tagged_in_reading_order(tmp_path: Path) -> None:
    write_sheets_pdf(sheet_set(layout_named("business-a4"), some_cards(12)), tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as pdf:
        check_tags(pdf)


def check_tags(pdf: Any) -> None:
    """Make sure that the tags reach each piece of text once, page after page."""
    root = pdf.Root.StructTreeRoot
    nums = root.ParentTree.Nums
    by_page = {nums[place]: nums[place + 1] for place in range(0, len(nums), 2)}
    assert bool(pdf.Root.MarkInfo.Marked)
    assert sorted(by_page) == list(range(len(pdf.pages)))
    reached = list(walk(root.K[0], root))
    numbers = {page.objgen: int(page.StructParents) for page in pdf.pages}
    seen = [(numbers[page], mark) for page, mark in reached]
    assert len(seen) == len(set(seen))
    assert [page for page, _ in seen] == sorted(page for page, _ in seen)
    assert Counter(page for page, _ in seen) == {page: len(marks) for page, marks in by_page.items()}


def walk(element: Any, parent: Any) -> Iterator[tuple[Any, int]]:
    """Yield the page and the number of each piece of text below an element, which knows its parent."""
    assert element.P.objgen == parent.objgen
    for kid in element.K if isinstance(element.K, pikepdf.Array) else [element.K]:
        if isinstance(kid, int):
            yield element.Pg.objgen, kid
        else:
            yield from walk(kid, element)


def test_only_the_bundled_fonts_are_used_and_they_are_embedded(in_chunks: Any) -> None:
    fonts = {str(font.BaseFont): font for page in in_chunks.pages for font in page.Resources.Font.values()}
    assert {name.partition("+")[2] for name in fonts} <= {
        "Card-Sans",
        "Card-Sans-Semi-Bold",
        "Card-Sans-Italic",
        "Card-Mono",
    }
    assert all(
        "/FontFile3" in each or "/FontFile2" in each
        for font in fonts.values()
        for each in [font.DescendantFonts[0].FontDescriptor]
    )


def test_formulas_can_be_read_aloud(tmp_path: Path) -> None:
    card = PrintedCard.of("softmax", "Why?", r"Because $p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$.")
    write_sheets_pdf(sheet_set(layout_named("business-a4"), [card], has_cover=False), tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as pdf:
        told = [
            str(each.Alt)
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/S") == "/Figure"
        ]
    assert len(told) == 1
    assert told[0].startswith("p sub i equals")
