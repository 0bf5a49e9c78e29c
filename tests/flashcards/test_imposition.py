"""Backs lie on their fronts, whichever edge the sheet is turned about; the turning is done here by hand, corner by corner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.imposition import TICK_MM, Spot, is_turned, pages, sheet_count, spots, ticks
from flashcards.layout import Grid, Layout, Pitch, Size, layouts
from flashcards.pdf import Flip

ALL = layouts()
FLIPS: list[Flip] = ["long", "short"]
INK_FREE_MM = 6.35
Box = tuple[float, float, float, float]


def name_of(layout: Layout) -> str:
    """Return what a layout is called in the names of tests."""
    return f"{layout.name}-{layout.paper}"


@st.composite
def any_layouts(draw: Callable[[st.SearchStrategy[object]], object]) -> Layout:
    """Draw a grid on a sheet."""
    number = st.floats(26, 120, allow_nan=False)
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    width, height = draw(number), draw(number)
    gap = st.floats(0, 12, allow_nan=False)
    return replace(
        ALL[0],
        paper=draw(st.sampled_from(["a4", "letter"])),
        card=Size(width=width, height=height),
        grid=Grid(columns=columns, rows=rows),
        pitch=Pitch(across=width + draw(gap), down=height + draw(gap)),
    )


def through_the_paper(box: Box, layout: Layout, flip: Flip) -> Box:
    """Return where something printed on the back of a sheet lies as seen from its front."""
    width, height = layout.page.width, layout.page.height
    left, top, right, bottom = box
    turns_about_upright_edge = (flip == "long") == (height >= width)
    return (
        (width - right, top, width - left, bottom)
        if turns_about_upright_edge
        else (left, height - bottom, right, height - top)
    )


def on_paper(box: Box, layout: Layout, flip: Flip) -> Box:
    """Return where something of a back page lies on it once the page has been turned, if it has to be."""
    left, top, right, bottom = box
    width, height = layout.page.width, layout.page.height
    return (width - right, height - bottom, width - left, height - top) if is_turned(layout, flip) else box


def box_of(spot: Spot, layout: Layout) -> Box:
    """Return the edges of a card."""
    return spot.x, spot.y, spot.x + layout.place.width, spot.y + layout.place.height


@given(layout=any_layouts(), flip=st.sampled_from(FLIPS))
@pytest.mark.slow
def test_each_back_covers_its_front(layout: Layout, flip: Flip) -> None:
    for front, back in zip(spots(layout, is_back=False), spots(layout, is_back=True), strict=True):
        seen = through_the_paper(on_paper(box_of(back, layout), layout, flip), layout, flip)
        assert seen == pytest.approx(box_of(front, layout), abs=1e-9)


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("layout", [each for each in ALL if each.is_duplex], ids=name_of)
def test_each_back_of_a_shipped_layout_covers_its_front(layout: Layout, flip: Flip) -> None:
    test_each_back_covers_its_front.hypothesis.inner_test(layout, flip)  # type: ignore[attr-defined]


@pytest.mark.slow
@given(layout=any_layouts(), data=st.data())
def test_fronts_and_backs_take_turns_and_hold_the_same_cards_in_the_same_order(
    layout: Layout, data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, 3 * layout.cards_to_a_page + 1))
    made = list(pages(layout, count))
    assert [each.is_back for each in made] == [False, True] * sheet_count(layout, count)
    fronts, backs = made[::2], made[1::2]
    assert [(each.sheet, each.cards) for each in fronts] == [(each.sheet, each.cards) for each in backs]
    assert [number for each in fronts for number in each.cards] == list(range(count))


@pytest.mark.parametrize("layout", [each for each in ALL if each.kind != "single"], ids=name_of)
def test_cut_marks_point_at_edges_of_cards_from_the_margins(layout: Layout) -> None:
    boxes = [box_of(spot, layout) for spot in spots(layout, is_back=False)]
    edges = (
        {round(box[side], 3) for box in boxes for side in (0, 2)},
        {round(box[side], 3) for box in boxes for side in (1, 3)},
    )
    found: tuple[set[float], set[float]] = (set(), set())
    for x, y, is_upright in ticks(layout):
        found[0 if is_upright else 1].add(round(x if is_upright else y, 3))
        end = (x, y + TICK_MM) if is_upright else (x + TICK_MM, y)
        for at_x, at_y in ((x, y), end):
            assert INK_FREE_MM <= at_x <= layout.page.width - INK_FREE_MM
            assert INK_FREE_MM <= at_y <= layout.page.height - INK_FREE_MM
            assert not any(box[0] < at_x < box[2] and box[1] < at_y < box[3] for box in boxes)
    assert found == edges
