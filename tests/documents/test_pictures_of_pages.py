"""Pictures of pages in the documentation are drawn from the pages that the commands write now."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import ROOT
from systems import linux_only

DOCS = ROOT / "docs"
Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install -e '.[dev]'")
pytest.importorskip("nbclient", reason="nbclient is not installed: pip install -e '.[dev]'")
pytestmark = [
    pytest.mark.slow,
    linux_only("one page is of a class that is graded under confinement"),
    pytest.mark.skipif(not (DOCS / "drawn_pages.py").is_file(), reason="the pictures are in the checkout only"),
]
NAMES = (
    *("compare", "cheatsheet", "printing", "set-up-sheet", "class-report", "result", "worksheet", "site"),
    "notebook",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_drawn_from_the_page_that_its_command_writes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DOCS)
    import drawn_pages

    with Image.open(DOCS / f"pictures/{name}.png") as picture:
        drawn_from = picture.text[drawn_pages.SOURCE]
    assert drawn_pages.fingerprint(drawn_pages.PAGES[name](tmp_path)) == drawn_from, "run `python docs/record.py`"


def test_every_picture_of_a_page_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    import drawn_pages

    assert sorted(path.stem for path in DOCS.glob("pictures/*.png")) == sorted(drawn_pages.PAGES) == sorted(NAMES)
