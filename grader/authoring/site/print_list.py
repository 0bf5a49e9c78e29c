"""The page of a site that lists the files for paper: how a sheet looks, its pages and its size."""

from collections.abc import Sequence
from typing import NamedTuple

from flashcards.deck import Deck
from flashcards.imposition import sheet_count, spots
from flashcards.layout import PAPERS, Layout, find_layout
from grader.authoring.site import page
from grader.authoring.site.framed_page import SitePlace
from grader.course.course import Course
from grader.files.html_page import Paper

Box = tuple[float, float, float, float]
_COLUMNS: Sequence[Box] = [(left, top, 55, 60) for left in (12, 77, 142) for top in (30, 110, 190)]
_STEPS: Sequence[Box] = [(15, top, 180, 42) for top in (60, 118, 176, 234)]
"""The thumbnails of a cheat sheet and a worksheet, in millimetres."""


class Print(NamedTuple):
    """A file for paper; lengths in millimetres."""

    path: str
    title: str
    about: str
    pages: str
    size: str
    width: float
    height: float
    boxes: Sequence[Box]
    """The rectangles of a thumbnail: left, top, width and height."""


def render(course: Course, path: str, places: Sequence[SitePlace], decks: Sequence[Deck], paper: Paper) -> str:
    """Return the page."""
    layout = find_layout(paper=paper)
    counts = {f"cards-{deck.id}": len(deck.cards) for deck in decks}
    return page.rendered(
        "print.html",
        path,
        f"Sheets and cards for paper, for {course.title}",
        course=course,
        title="To print",
        about="Print at 100 %. The numbers of worksheets are for practice; the keys are not here.",
        prints=[_print(place, layout, counts.get(place.path.rpartition("/")[2].partition(".")[0])) for place in places],
    )


def _print(place: SitePlace, layout: Layout, card_count: int | None) -> Print:
    paper = PAPERS[layout.paper]
    if card_count is None:
        boxes = _COLUMNS if place.path.startswith("print/cheat-sheet.") else _STEPS
        return Print(*place, "", paper.name, paper.width_mm, paper.height_mm, boxes)
    cards = [(*spot, layout.place.width, layout.place.height) for spot in spots(layout, is_back=False)]
    pages = str(1 + sheet_count(layout, card_count))  # the set-up sheet comes first
    size = f"{paper.name}, {layout.card.width:g} × {layout.card.height:g} mm"
    return Print(*place, pages, size, paper.width_mm, paper.height_mm, cards)
