"""Load layouts, which place cards in the middle of a paper, from `templates/layouts/*.yaml`."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from grader.core.errors import UnknownNameError
from grader.core.shapes import set_field, yaml_model
from grader.files.strict_yaml import unknown
from grader.files.yaml_load import load_as

FOLDER = Path(__file__).parent / "templates" / "layouts"
INK_FREE_MM = 6.35
"""Unprintable margin of a sheet: most printers cannot print closer to the edge."""
TEXT_INSET_MM = 3.0
"""Least distance of text from the edge of a card; cuts and printers are inexact."""
DEFAULT = "fold"
"""The layout for any printer and any paper."""
OTHER_NAMES = {"3x5": "index"}
"""Names that people try, and the layout that each means."""
CALIBRATION = "calibration"
"""Named like a layout: the sheet that helps to set a printer up."""


class Spot(NamedTuple):
    """The upper left corner of a card's area, in millimetres from that of the page."""

    x: float
    y: float


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
    papers: tuple[Literal["a4", "letter"], ...]
    """The paper sizes, keys of `PAPERS`."""
    kind: Kind
    card: Size
    grid: Grid
    pitch: Pitch
    text: float
    """Font size in points."""
    name: str = set_field("the file's name")
    """Name for `--layout`: the file's name, up to a hyphen."""
    paper: str = set_field("`papers`")

    @property
    def is_duplex(self) -> bool:
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
    def margin(self) -> Spot:
        """Return the place of the first card: the cards lie in the middle of the page, or backs would miss their fronts."""
        across = self.page.width - (self.grid.columns - 1) * self.pitch.across - self.place.width
        down = self.page.height - (self.grid.rows - 1) * self.pitch.down - self.place.height
        return Spot(round(across / 2, 4), round(down / 2, 4))

    @property
    def inset(self) -> float:
        return INK_FREE_MM if self.kind == "single" else max(TEXT_INSET_MM, 4.0)

    @property
    def cards_to_a_page(self) -> int:
        return self.grid.columns * self.grid.rows


def layouts() -> list[Layout]:
    """Load all layouts of the package, sorted by name and paper; raise YamlError if a file is invalid."""
    return [layout for path in sorted(FOLDER.glob("*.yaml")) for layout in load_layouts(path)]


def find_layout(name: str = DEFAULT, paper: str | None = None) -> Layout:
    """Return a layout by name and paper; without a paper, the one for A4, or the only one.

    Raises:
        UnknownNameError: there is no such layout, or not for this paper.
    """
    name, known = OTHER_NAMES.get(name, name), layouts()
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


def load_layouts(path: Path) -> list[Layout]:
    """Load a layout for each of its papers; raise YamlError for keys and types. Tests see that cards fit their sheets."""
    layout: Layout
    _, layout = load_as(Layout, path, None, name="layout", keys="`title:`, `papers:`, `card:` and so on")
    return [replace(layout, name=path.stem.partition("-")[0], paper=paper) for paper in layout.papers]
