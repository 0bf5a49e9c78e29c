"""Layouts: those that come with the package fit their paper; a wrong key or type is said at its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import ROOT

from flashcards.layout import PAPERS, Layout, find_layout, layouts, load_layouts
from grader.core.errors import UnknownNameError
from grader.files.strict_yaml import YamlError

LAYOUTS = layouts()
INK_FREE_MM, TEXT_INSET_MM = 6.35, 3.0

RIGHT = """\
title: Cards
stock: any card
papers: [a4]
kind: duplex
card: {width: 90, height: 52}
grid: {columns: 2, rows: 5}
pitch: {across: 90, down: 52}
text: 9
"""

WRONG = {
    "an unknown kind": ("kind: duplex", "kind: duplexed", "4:7: unknown kind `duplexed`; did you mean `duplex`?"),
    "a word for a number": (
        "width: 90", "width: wide", "5:15: `width` is text; write a number",
    ),
    "a misspelt key": ("stock:", "stok:", "2:1: unknown key `stok`; did you mean `stock`?"),
    "a key left out": ("text: 9\n", "", "1:1: the key `text` is missing; add `text:`"),
    "a name": ("title: Cards", "title: Cards\nname: cards", "2:1: the name comes from the file's name; leave it out"),
    "half a row": ("rows: 5", "rows: 2.5", "6:26: `rows` is a number with decimals; write a whole number"),
}  # fmt: skip


def problems(path: Path) -> list[str]:
    """Return what is wrong with a layout, without the path."""
    with pytest.raises(YamlError) as caught:
        load_layouts(path)
    return [str(problem).removeprefix(f"{path}:") for problem in caught.value.problems]


def write(folder: Path, text: str, name: str = "cards-a4.yaml") -> Path:
    """Write a layout to a file."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_both_papers_have_the_plain_layouts() -> None:
    found = [(layout.name, layout.paper) for layout in layouts()]
    plain = ["business", "fold", "index", "single"]
    assert [[name for name in plain if (name, paper) in found] for paper in PAPERS] == [plain, plain]


def test_a_layout_is_found_by_name_and_paper_and_is_for_a4_without_a_paper() -> None:
    chosen = [find_layout(), find_layout("index", "letter"), find_layout("32015"), find_layout("3x5")]
    named = [("fold", "a4"), ("index", "letter"), ("32015", "a4"), ("index", "a4")]
    assert [(layout.name, layout.paper) for layout in chosen] == named
    with pytest.raises(UnknownNameError, match="did you mean `fold`"):
        find_layout("fould")
    with pytest.raises(UnknownNameError, match="the layout '32015' is not for letter; use one of business, fold"):
        find_layout("32015", "letter")


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.name}-{layout.paper}")
def test_cards_can_be_printed_and_cut(layout: Layout) -> None:
    assert layout.paper in PAPERS
    assert layout.title.strip()
    assert layout.stock.strip()
    assert all(25 <= length <= 300 for length in (layout.card.width, layout.card.height))
    assert min(layout.grid.columns, layout.grid.rows) >= 1
    assert max(layout.grid.columns, layout.grid.rows) <= 20
    assert 5 <= layout.text <= 40
    if layout.kind != "single":
        assert min(layout.margin) >= 11  # cut marks, and a line of text
        assert layout.pitch.across >= layout.place.width
        assert layout.pitch.down >= layout.place.height


@pytest.mark.parametrize(("before", "after", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_at_its_line(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert RIGHT.count(before) == 1
    assert problems(write(tmp_path, RIGHT.replace(before, after))) == [message]


@pytest.mark.parametrize("text", ["- a list\n", "just a word\n"])
def test_a_file_that_is_no_layout_is_refused(tmp_path: Path, text: str) -> None:
    (problem,) = problems(write(tmp_path, text))
    assert problem.endswith("; write `title:`, `papers:`, `card:` and so on")


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is not here")
def test_the_documentation_lists_the_layouts_as_they_are() -> None:
    text = (
        (ROOT / "docs/learning/printing.md").read_text("utf-8").partition("<!-- layouts -->\n")[2].partition("\n\n")[0]
    )
    rows = [f"| `{each.name}` | {PAPERS[each.paper].name} | {each.title} | {each.stock} |" for each in layouts()]
    assert text.splitlines()[2:] == rows
