"""Where cards lie on paper: the model of a layout, and how it is loaded from `templates/layouts/<name>-<paper>.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from grader.core.yaml_model import yaml_model
from grader.course.exercise import from_json
from grader.course.exercise_file import model_problems, open_yaml, refuse
from grader.files.strict_yaml import Problem, YamlFile
from grader.files.yaml_messages import described, unknown

FOLDER = Path(__file__).parent / "templates" / "layouts"
INK_FREE_MM = 6.35
"""How far from the edge of a sheet we keep everything, since most printers cannot print there."""
TEXT_INSET_MM = 3.0
"""How far from the edge of a card we keep its text, since no cut and no printer is exact."""
SYMMETRY_MM = 0.05
"""How far the two margins of a sheet may differ: front and back must lie on each other."""
MARGIN_MM = 11.0
"""What a margin must have at least for the cut marks and a line of text."""
SMALLEST_MM, LARGEST_MM = 25.0, 300.0
"""Smaller cards hold no sentence, and larger ones do not fit into printers."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
"""The sheets that there are layouts for, by the name that the command line knows."""

Kind = Literal["single", "duplex", "fold"]
"""One card to a page; many to a sheet that is printed on both sides; front beside back on one side, to be folded."""


@yaml_model
class Size:
    """How large a card is."""

    width: float
    height: float


@yaml_model
class Grid:
    """How many cards lie side by side, and how many below one another."""

    columns: int
    rows: int


@yaml_model
class Margin:
    """Where the first card begins."""

    left: float
    top: float


@yaml_model
class Pitch:
    """How far it is from one card to the next."""

    across: float
    down: float


@yaml_model
class Layout:
    """Where cards lie on a sheet; all lengths are in millimetres, sizes of letters in points."""

    title: str
    """What the cards are, with their size."""
    stock: str
    """The paper that it fits."""
    paper: str
    """The sheet, by its name in `PAPERS`."""
    kind: Kind
    card: Size
    grid: Grid
    margin: Margin
    pitch: Pitch
    text: float
    """How large the letters are, in points."""
    name: str = ""
    """What `--layout` calls it; it comes from the file's name."""

    @property
    def is_duplex(self) -> bool:
        """Say whether fronts and backs are on pages of their own."""
        return self.kind != "fold"

    @property
    def place(self) -> Size:
        """Return what one card takes up: itself, or both of its faces if it is to be folded."""
        return Size(width=self.card.width * (2 if self.kind == "fold" else 1), height=self.card.height)

    @property
    def page(self) -> Size:
        """Return the size of a page."""
        if self.kind == "single":
            return self.card
        return Size(width=PAPERS[self.paper].width_mm, height=PAPERS[self.paper].height_mm)

    @property
    def inset(self) -> float:
        """Return how far text stays away from the edge of a card."""
        return INK_FREE_MM if self.kind == "single" else max(TEXT_INSET_MM, 4.0)

    @property
    def cards_to_a_page(self) -> int:
        """Return how many cards a page holds."""
        return self.grid.columns * self.grid.rows


def layouts() -> list[Layout]:
    """Return all layouts that come with the package, by name and paper.

    Raises:
        ExerciseError: a file is wrong.
    """
    return [load_layout(path) for path in sorted(FOLDER.glob("*.yaml"))]


def load_layout(path: Path, shown: str | None = None) -> Layout:
    """Load a layout.

    Raises:
        ExerciseError: with everything that is wrong with the file.
    """
    file = open_yaml(path, shown)
    refuse(_form_problems(file))
    layout: Layout = from_json(Layout, file.data)
    refuse(_word_problems(file, layout, path.stem))
    refuse(_place_problems(file, layout))
    return replace(layout, name=path.stem.removesuffix(f"-{layout.paper}"))


def _form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield keys that are unknown or missing, and values of the wrong type."""
    if not isinstance(file.data, dict):
        yield file.problem((), f"the layout is {described(file.data)}; write `title:`, `paper:`, `card:` and so on")
        return
    if "name" in file.data:
        yield file.problem(("name",), "the name comes from the file's name; leave it out", at_key=True)
    yield from model_problems(file, (), Layout, {})


def _word_problems(file: YamlFile, layout: Layout, stem: str) -> Iterator[Problem]:
    """Yield words that are empty or not known, and numbers that can be no length."""
    for key in ("title", "stock"):
        if not file.data[key].strip():
            yield file.problem((key,), f"`{key}` is empty; write it")
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
    """Yield cards that lie on each other, and a grid that is not in the middle of the sheet."""
    if layout.kind == "single":
        one = (layout.grid, layout.margin) == (Grid(columns=1, rows=1), Margin(left=0, top=0))
        if not one:
            yield file.problem(
                ("grid",), "a `single` layout has one card to a page; write 1 column, 1 row and margins of 0"
            )
        return
    sides = (
        ("across", "width", "left", "right", layout.grid.columns, layout.place.width, layout.page.width),
        ("down", "height", "top", "bottom", layout.grid.rows, layout.place.height, layout.page.height),
    )
    for step, side, before, after, count, size, sheet in sides:
        pitch, margin = getattr(layout.pitch, step), getattr(layout.margin, before)
        if not pitch >= size:
            yield file.problem(
                ("pitch", step), f"the cards lie on each other: {pitch:g} mm is less than their {side}, {size:g} mm"
            )
            continue
        rest = sheet - margin - (count - 1) * pitch - size
        if not abs(rest - margin) <= SYMMETRY_MM:
            what = f"the {after} margin would be {rest:.2f} mm and the {before} one {margin:.2f} mm"
            yield file.problem(("margin", before), f"{what}; backs fit their fronts only if they are the same")
        elif not margin >= MARGIN_MM:
            yield file.problem(
                ("margin", before), f"the {before} margin is {margin:g} mm; cut marks need {MARGIN_MM:g}"
            )
