"""Load layouts, which place cards on paper, from `templates/layouts/<name>-<paper>.yaml`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from grader.core.errors import UnknownNameError
from grader.core.shapes import set_field, yaml_model
from grader.files.strict_yaml import Problem, YamlFile, refuse, unknown
from grader.files.yaml_load import empty_problems, load_as, placed

FOLDER = Path(__file__).parent / "templates" / "layouts"
INK_FREE_MM = 6.35
"""Unprintable margin of a sheet: most printers cannot print closer to the edge."""
TEXT_INSET_MM = 3.0
"""Least distance of text from the edge of a card; cuts and printers are inexact."""
SYMMETRY_MM = 0.05
"""Largest difference between opposite margins; otherwise backs do not fit their fronts."""
MARGIN_MM = 11.0
"""Least margin, with room for cut marks and a line of text."""
SMALLEST_MM, LARGEST_MM = 25.0, 300.0
"""Limits of a card's width and height: a sentence must fit on it, and it must fit into a printer."""
DEFAULT = "fold"
"""The layout for any printer and any paper."""
CALIBRATION = "calibration"
"""Named like a layout: the sheet that helps to set a printer up."""


@dataclass(frozen=True)
class Paper:
    """A paper size in portrait format."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
"""The supported paper sizes, by their name on the command line."""

Kind = Literal["single", "duplex", "fold"]
"""One card a page; many cards on a sheet printed on both sides; front beside back on one side, to fold."""


@yaml_model
class Size:
    """Width and height of a card."""

    width: float
    height: float


@yaml_model
class Grid:
    """Number of columns and rows of cards."""

    columns: int
    rows: int


@yaml_model
class Margin:
    """Place of the first card."""

    left: float
    top: float


@yaml_model
class Pitch:
    """Distance from one card to the next."""

    across: float
    down: float


@yaml_model
class Layout:
    """Places of cards on a sheet; lengths in millimetres, font sizes in points."""

    title: str
    """Description of the cards, with their size."""
    stock: str
    """Stock that the layout fits."""
    paper: str
    """Name of the paper size, a key of `PAPERS`."""
    kind: Kind
    card: Size
    grid: Grid
    margin: Margin
    pitch: Pitch
    text: float
    """Font size in points."""
    name: str = set_field("the file's name")
    """Name for `--layout`, from the file's name."""

    @property
    def is_duplex(self) -> bool:
        """Return whether fronts and backs are on separate pages."""
        return self.kind != "fold"

    @property
    def place(self) -> Size:
        """Return the area of one card: one face, or both faces side by side if it is folded."""
        return Size(width=self.card.width * (2 if self.kind == "fold" else 1), height=self.card.height)

    @property
    def page(self) -> Size:
        """Return the size of a page."""
        if self.kind == "single":
            return self.card
        return Size(width=PAPERS[self.paper].width_mm, height=PAPERS[self.paper].height_mm)

    @property
    def inset(self) -> float:
        """Return the distance of text from the edge of a card."""
        return INK_FREE_MM if self.kind == "single" else max(TEXT_INSET_MM, 4.0)

    @property
    def cards_to_a_page(self) -> int:
        """Return the number of cards on a page."""
        return self.grid.columns * self.grid.rows


def layouts() -> list[Layout]:
    """Load all layouts of the package, sorted by name and paper; raise YamlError if a file is invalid."""
    return [load_layout(path) for path in sorted(FOLDER.glob("*.yaml"))]


def find_layout(name: str = DEFAULT, paper: str | None = None) -> Layout:
    """Return a layout by name and paper; without a paper, the one for A4, or the only one.

    Raises:
        UnknownNameError: there is no such layout, or not for this paper.
    """
    known = layouts()
    by_paper = {layout.paper: layout for layout in known if layout.name == name}
    if not by_paper:
        names = [*dict.fromkeys(layout.name for layout in known), CALIBRATION]
        raise UnknownNameError(unknown("layout", name, names))
    if paper is None:
        return by_paper.get("a4") or next(iter(by_paper.values()))
    if paper not in by_paper:
        others = ", ".join(dict.fromkeys(layout.name for layout in known if layout.paper == paper))
        raise UnknownNameError(f"the layout {name!r} is not for {paper}; use one of {others}")
    return by_paper[paper]


def load_layout(path: Path) -> Layout:
    """Load a layout; raise YamlError with all errors of the file."""
    layout: Layout
    file, layout = load_as(Layout, path, None, name="layout", keys="`title:`, `paper:`, `card:` and so on")
    refuse(_word_problems(file, layout, path.stem))
    refuse(_place_problems(file, layout))
    return replace(layout, name=path.stem.removesuffix(f"-{layout.paper}"))


def _word_problems(file: YamlFile, layout: Layout, stem: str) -> Iterator[Problem]:
    yield from placed(file, (), empty_problems(layout, "title", "stock"))
    if layout.paper not in PAPERS:
        yield file.problem(("paper",), unknown("paper", layout.paper, list(PAPERS)))
    elif not stem.removesuffix(f"-{layout.paper}") or not stem.endswith(f"-{layout.paper}"):
        yield file.problem(("paper",), f"the file is not named for its paper; name it `<layout>-{layout.paper}.yaml`")
    for side, length in file.data["card"].items():
        if not SMALLEST_MM <= length <= LARGEST_MM:
            what = f"the {side} is {length:g} mm; write {SMALLEST_MM:g} to {LARGEST_MM:g}"
            yield file.problem(("card", side), what)
    for key in ("columns", "rows"):
        if not 1 <= file.data["grid"][key] <= 20:
            yield file.problem(("grid", key), f"`{key}` is {file.data['grid'][key]}; write 1 to 20")
    if not 5 <= layout.text <= 40:
        yield file.problem(("text",), f"`text` is {layout.text:g} points; write 5 to 40")


def _place_problems(file: YamlFile, layout: Layout) -> Iterator[Problem]:
    """Yield overlapping cards, and grids off the middle of the sheet."""
    if layout.kind == "single":
        if (layout.grid, layout.margin) != (Grid(columns=1, rows=1), Margin(left=0, top=0)):
            what = "a `single` layout has one card to a page; write 1 column, 1 row and margins of 0"
            yield file.problem(("grid",), what)
        return
    sides = (
        ("across", "width", "left", "right", layout.grid.columns, layout.place.width, layout.page.width),
        ("down", "height", "top", "bottom", layout.grid.rows, layout.place.height, layout.page.height),
    )
    for step, side, before, after, count, size, sheet in sides:
        pitch, margin = getattr(layout.pitch, step), getattr(layout.margin, before)
        if not pitch >= size:
            what = f"the cards lie on each other: {pitch:g} mm is less than their {side}, {size:g} mm"
            yield file.problem(("pitch", step), what)
            continue
        rest = sheet - margin - (count - 1) * pitch - size
        if not abs(rest - margin) <= SYMMETRY_MM:
            what = f"the {after} margin would be {rest:.2f} mm and the {before} one {margin:.2f} mm"
            yield file.problem(("margin", before), f"{what}; backs fit their fronts only if they are the same")
        elif not margin >= MARGIN_MM:
            what = f"the {before} margin is {margin:g} mm; cut marks need {MARGIN_MM:g}"
            yield file.problem(("margin", before), what)
