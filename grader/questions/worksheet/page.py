"""Worksheets and their keys as HTML, for the screen, for a browser's printer, and for PDF."""

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from grader.core import escape
from grader.files import html_page, markdown
from grader.files.html_page import PAPER_SIZES, Paper
from grader.questions.numeric.parse import AnswerKind
from grader.questions.numeric.question import Key, NumericQuestion
from grader.questions.numeric.rounding import NOTICEABLE, WorkingStep
from grader.questions.worksheet.sheet import PrintedSheet, Variant, WorksheetStep, labels_of, minus

HERE = Path(__file__).parent / "template"
CHUNK = 10
"""Students per document: WeasyPrint takes more memory, and more time a page, the longer a document is."""
LONGEST_NAME = 60

Which = Literal["sheet", "key"]
Step = TypeVar("Step")


def title_of(sheets: Sequence[PrintedSheet], which: Which) -> str:
    """Return the title of a document with the sheets of some students, or with their keys."""
    return f"{'Key to ' if which == 'key' else ''}{markdown.to_plain(sheets[0].title)}"


def chunk_count(sheets: Sequence[PrintedSheet]) -> int:
    return -(-len(sheets) // CHUNK)


def chunks(sheets: Sequence[PrintedSheet], which: Which, paper: Paper) -> Iterator[str]:
    """Yield documents for `write_pdf`, each with the sheets or the keys of a few students."""
    for start in range(0, len(sheets), CHUNK):
        yield render(sheets[start : start + CHUNK], which, paper, for_screen=False)


def render(sheets: Sequence[PrintedSheet], which: Which, paper: Paper, *, for_screen: bool = True) -> str:
    """Return one document with the sheets, or the keys, of students; all are of the same worksheets.

    With `for_screen` it embeds the fonts and styles that a browser needs; `write_pdf` has its own fonts.
    """
    style = _style(sheets[0], which, paper, for_screen=for_screen)
    steps = key_steps if which == "key" else _sheet_steps
    return html_page.page(
        HERE,
        f"{which}.html",
        style,
        filters={"minus": minus, "named": _named},
        title=title_of(sheets, which),
        sheets=[(sheet, _numbered(sheet, steps)) for sheet in sheets],
    )


def _style(sheet: PrintedSheet, which: Which, paper: Paper, *, for_screen: bool) -> str:
    """Return the style sheet, the height of each step's room included, since the policy allows no inline style."""
    steps = [step for part in sheet.parts for step in part.sheet.steps]
    rooms = [f".step-{number} .room{{height:{step.room_mm:g}mm}}" for number, step in enumerate(steps, 1)]
    names = ["common", which, *(["screen"] if for_screen else [])]
    style = html_page.tokens(for_screen=for_screen) + "".join(
        (HERE / f"{name}.css").read_text("utf-8") for name in names
    )
    style = style.replace("PAPER", PAPER_SIZES[paper]) + "".join(rooms) + markdown.CSS
    return html_page.font_css() + style if for_screen else style


def _numbered(
    sheet: PrintedSheet, steps: Callable[[Variant], Iterator[Step]]
) -> Iterator[tuple[Variant, int, list[Step]]]:
    """Yield each worksheet with how many steps come before it, and its steps for the template."""
    before = 0
    for part in sheet.parts:
        yield part, before, list(steps(part))
        before += len(part.sheet.steps)


class SheetStep(NamedTuple):
    """A step as it is printed."""

    step: WorksheetStep
    boxes: list[str]
    """The label above each answer box; a single box needs none."""
    is_wide: bool


def _sheet_steps(variant: Variant) -> Iterator[SheetStep]:
    for step, question in variant.steps:
        yield SheetStep(step, _boxes(step, question, variant), question.kind.is_text)


def _boxes(step: WorksheetStep, question: NumericQuestion, variant: Variant) -> list[str]:
    labels = labels_of(step, variant.numbers)
    if labels or question.kind is AnswerKind.TOKENS or question.kind is AnswerKind.PIECES or not question.kind.is_list:
        return labels or [""]
    return [str(number) for number in range(1, len(question.answer(variant.numbers)) + 1)]


def _named(sheet: PrintedSheet) -> str:
    """Return the student's name and id in one line of bounded length."""
    parts = [sheet.name, f"({sheet.student})"] if sheet.name else [sheet.student]
    return escape.cut(escape.line(" ".join(parts)), LONGEST_NAME)


# --- the key ----------------------------------------------------------------------------------


class KeyEntry(NamedTuple):
    """One number of an answer: its label, its tolerance and the accepted range."""

    label: str
    value: str
    tolerance: str
    accepted: tuple[str, str]
    too_early: tuple[str, str]
    """The range in which the method is right and a step was rounded too early."""


class KeyStep(NamedTuple):
    """The key of one step."""

    step: WorksheetStep
    answer: str
    """The answer as text if it is exact; else empty, and `entries` has it."""
    entries: tuple[KeyEntry, ...]
    working: tuple[str, ...]
    like: int
    """The step of its worksheet, counted from 1, whose whole working this one begins with; 0 if none."""
    wrong: dict[str, list[str]]
    """Typical wrong answers, each with the titles of the mistakes that lead to it."""


def key_steps(variant: Variant) -> Iterator[KeyStep]:
    """Yield the key of each step: the answer, the accepted range, the working, and the typical wrong answers."""
    workings: list[tuple[WorkingStep, ...]] = []
    for step, question in variant.steps:
        working = question.working(variant.numbers)
        like, shared = _shared(working, workings)
        workings.append(working)
        key = question.key(variant.numbers)
        is_exact = question.kind.is_exact
        wrong: dict[str, list[str]] = {}
        for mistake in question.mistakes:
            if mistake.name in key.wrong:
                wrong.setdefault(minus(question.shown(key.wrong[mistake.name])), []).append(mistake.title)
        lines = [
            f"{minus(number.label)}\u00a0=\u00a0{minus(number.shown(question.decimals))}" for number in working[shared:]
        ]
        entries = () if is_exact else tuple(_entries(variant, step, question, key))
        yield KeyStep(step, question.shown(key.right) if is_exact else "", entries, tuple(lines), like, wrong)


def _shared(working: Sequence[WorkingStep], earlier: Sequence[Sequence[WorkingStep]]) -> tuple[int, int]:
    """Return the earlier step, counted from 1, whose whole working this one begins with, and its length."""
    sizes = [len(steps) if steps and tuple(working[: len(steps)]) == tuple(steps) else 0 for steps in earlier]
    longest = max(sizes, default=0)
    return (sizes.index(longest) + 1, longest) if longest else (0, 0)


def _entries(variant: Variant, step: WorksheetStep, question: NumericQuestion, key: Key) -> Iterator[KeyEntry]:
    labels = labels_of(step, variant.numbers) or [""] * len(key.right)
    is_part = question.kind.is_part_of_one
    for label, right, band, early in zip(labels, key.right, key.band, key.early, strict=True):
        value, decimals = float(right), question.decimals
        accepted, too_early = (_limits(value, distance, decimals, is_part=is_part) for distance in (band, early))
        yield KeyEntry(label, minus(f"{value:.{decimals}f}"), minus(f"{band:.{decimals + 1}f}"), accepted, too_early)


def _limits(value: float, band: float, decimals: int, *, is_part: bool) -> tuple[str, str]:
    """Return the smallest and the largest number with so many decimals that lie within a band."""
    scale = 10**decimals
    low = math.ceil((value - band - NOTICEABLE) * scale) / scale
    high = math.floor((value + band + NOTICEABLE) * scale) / scale
    if is_part:
        low, high = max(low, 0.0), min(high, 1.0)
    return minus(f"{low:.{decimals}f}"), minus(f"{high:.{decimals}f}")
