"""Sheets have the sizes that the standards give them."""

from __future__ import annotations

import pytest

from flashcards.paper import MM_PER_INCH, PAPERS, POINTS_PER_INCH, to_mm


@pytest.mark.parametrize(("name", "points"), [("a4", (595.276, 841.890)), ("letter", (612.0, 792.0))])
def test_a_sheet_is_as_large_as_pdf_readers_know_it(name: str, points: tuple[float, float]) -> None:
    paper = PAPERS[name]
    sizes = [length / MM_PER_INCH * POINTS_PER_INCH for length in (paper.width_mm, paper.height_mm)]
    assert sizes == pytest.approx(points, abs=0.001)


def test_ninety_six_pixels_are_an_inch() -> None:
    assert to_mm(96) == pytest.approx(25.4)
