"""Compute the place of each card on front and back pages, so that every back lies on its front.

A sheet turned about its upright edge shows its back mirrored from left to right, so the back of a card has mirrored
coordinates. The order of the cards is never reversed: that would fail on partly filled sheets. A printer that turns the
sheet about its other edge needs the same page upside down.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flashcards.layout import Layout, Spot
from flashcards.pdf import Flip

TICK_MM = 3.5
"""Length of a cut mark."""


class Page(NamedTuple):
    """One side of a sheet."""

    sheet: int
    """Number of the sheet, from one."""
    is_back: bool
    cards: range
    """Indices of the cards, from zero; the first lies on the first spot."""


@dataclass(frozen=True, kw_only=True)
class Turning:
    """The printer's flip edge and its offset between front and back."""

    flip: Flip = "long"
    """The edge about which the printer turns sheets."""
    offset: tuple[float, float] = (0.0, 0.0)
    """Correction for the backs: millimetres to the right and down on the printed page."""


def spots(layout: Layout, *, is_back: bool) -> list[Spot]:
    """Return the places of the cards on a page, row by row; on the back, mirrored."""
    fronts = [
        Spot(layout.margin.x + column * layout.pitch.across, layout.margin.y + row * layout.pitch.down)
        for row in range(layout.grid.rows)
        for column in range(layout.grid.columns)
    ]
    if not is_back:
        return fronts
    return [Spot(layout.page.width - spot.x - layout.place.width, spot.y) for spot in fronts]


def is_turned(layout: Layout, flip: Flip) -> bool:
    """Return whether the back page is upside down: if the sheet turns about a horizontal edge."""
    is_upright = layout.page.height >= layout.page.width
    return (flip == "short") == is_upright


def turning_for(layout: Layout, flip: Flip | None = None, offset: tuple[float, float] | None = None) -> Turning:
    """Return how a printer turns the sheets of a layout; without a flip edge, by the one that suits the layout."""
    if not layout.is_duplex:
        return Turning()
    return Turning(flip=flip or natural_flip(layout), offset=offset or (0.0, 0.0))


def natural_flip(layout: Layout) -> Flip:
    """Return the flip edge for which the backs are upright in the file, as in a book."""
    return "long" if not is_turned(layout, "long") else "short"


def pages(layout: Layout, count: int) -> Iterator[Page]:
    """Yield the pages for a number of cards: front and back of each sheet in turn, or one page if it holds both."""
    for sheet, first in enumerate(range(0, count, layout.cards_to_a_page), start=1):
        cards = range(first, min(first + layout.cards_to_a_page, count))
        yield Page(sheet, is_back=False, cards=cards)
        if layout.is_duplex:
            yield Page(sheet, is_back=True, cards=cards)


def sheet_count(layout: Layout, count: int) -> int:
    """Return the number of sheets for a number of cards."""
    return -(-count // layout.cards_to_a_page)


def ticks(layout: Layout) -> list[tuple[float, float, bool]]:
    """Return the cut marks in the margins: x and y of the upper or left end, and whether the mark is upright.

    A mark is `TICK_MM` long and ends 1 mm before the outermost cards.
    """
    corners, place = spots(layout, is_back=False), layout.place
    # Rounded, because sums of the same lengths may differ in the last digit.
    xs = sorted({round(spot.x + side, 4) for spot in corners for side in (0, place.width)})
    ys = sorted({round(spot.y + side, 4) for spot in corners for side in (0, place.height)})
    upright = [(x, y, True) for x in xs for y in _ends(layout.margin.y, layout.page.height)]
    return upright + [(x, y, False) for y in ys for x in _ends(layout.margin.x, layout.page.width)]


def _ends(margin: float, length: float) -> tuple[float, float]:
    return margin - 1 - TICK_MM, length - margin + 1
