"""Texts that do not fit on their cards: all are found, named with how much they are too large, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pdfs
import pytest
from printed import ALL, layout_named, name_of, sheet_set, shipped_cards, some_cards

from flashcards.layout import Layout
from flashcards.printing import MisfitError, measure, write_sheets_pdf
from flashcards.sheets import PrintedCard

pytestmark = [pytest.mark.slow, pdfs.NEEDED]


@pytest.mark.slow
@pytest.mark.parametrize("layout", ALL, ids=name_of)
def test_all_shipped_cards_fit(layout: Layout) -> None:
    cards = shipped_cards()
    assert len(cards) >= 60
    assert measure(sheet_set(layout, cards))


LONG = "Word after word. " * 100
WIDE = "$" + " + ".join(f"x_{{{number}}}^2" for number in range(12)) + "$"


def test_all_texts_that_do_not_fit_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    cards = some_cards(110)
    cards[3] = PrintedCard.of("long-answer", "Short?", LONG)
    cards[5] = PrintedCard.of("long-question", LONG, "Short.")
    cards[105] = PrintedCard.of("wide-formula", "Short?", WIDE)
    out = tmp_path / "out.pdf"
    out.write_bytes(b"what was there")
    with pytest.raises(MisfitError) as caught:
        write_sheets_pdf(sheet_set(layout_named("business-a4"), cards, has_cover=False), out)
    assert [(each.card, each.side, each.high_mm > 5, each.wide_mm > 5) for each in caught.value.misfits] == [
        ("long-question", "question", True, False),
        ("long-answer", "answer", True, False),
        ("wide-formula", "answer", False, True),
    ]
    lines = str(caught.value).splitlines()
    assert lines[3] == f"wide-formula: its answer is {caught.value.misfits[2].wide_mm:.1f} mm too wide"
    assert lines[4:] == ["shorten these texts, or take a layout with larger cards"]
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out.pdf", b"what was there")]
