"""Worksheets and keys as PDF: recomputed from what is printed, room for the pen, both papers alike, nothing cut."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pdfs
import pytest
from places import COURSE

pytestmark = [pytest.mark.slow, pdfs.NEEDED]

pikepdf = pytest.importorskip("pikepdf", reason='pikepdf is not installed: pip install "token-by-token[pdf]"')
pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")

from drawn import Drawn, drawn  # noqa: E402
from numeric_answers import ANSWERS, Numbers  # noqa: E402
from sizes import first_always, first_row_always  # noqa: E402

from flashcards.layout import INK_FREE_MM, PAPERS  # noqa: E402
from flashcards.pdf import write_pdf  # noqa: E402
from grader.files.html_page import Paper  # noqa: E402
from grader.questions.worksheet import page as worksheet_page  # noqa: E402
from grader.questions.worksheet.page import Which  # noqa: E402
from grader.questions.worksheet.sheet import PrintedSheet, Variant, draw_sheet, open_sheet  # noqa: E402

OPENED = open_sheet(COURSE, "five_tokens")
QUESTIONS = [step.question for step in OPENED.sheet.steps]
ROOM_MM = 25.0
"""The least room for the working of a step."""
DIGIT_MM = 3.0
"""How wide a digit is that is written by hand."""
LINE, INK = (0.725, 0.749, 0.776), (0.133, 0.149, 0.169)
PAGES = 2
MM_PER_POINT = 25.4 / 72
Printed = Callable[..., Path]


@cache
def sheets(count: int, seed: str = "pdf") -> list[PrintedSheet]:
    """Return the sheets of a class."""
    return [draw_sheet([OPENED], seed, f"student-{number}", f"Élise de Țepeș {number}") for number in range(count)]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Return a function that writes sheets or keys as a PDF, each only once."""
    folder = tmp_path_factory.mktemp("Blätter für alle")
    written: dict[tuple[Any, ...], Path] = {}

    def write(which: Which, paper: Paper = "a4", count: int = 3, seed: str = "pdf") -> Path:
        key = (which, paper, count, seed)
        if key not in written:
            written[key] = folder / f"{len(written)}.pdf"
            made = sheets(count, seed)
            write_pdf(
                worksheet_page.chunks(made, which, paper),
                written[key],
                title=worksheet_page.title_of(made, which),
                duplex="long",
            )
        return written[key]

    return write


def texts(path: Path) -> list[str]:
    """Return the text of each page, with the minus sign that Python knows."""
    return [each.extract_text().replace("−", "-") for each in pypdf.PdfReader(path).pages]


def sheets_of(path: Path) -> dict[str, str]:
    """Return the text of each sheet by its id; every page has to name exactly one."""
    found: dict[str, str] = {}
    for text in texts(path):
        (sheet_id,) = set(re.findall(r"[Ss]heet (\w{4}-\w{4})", text))
        found[sheet_id] = f"{found.get(sheet_id, '')}\n{text}"
    return found


def printed_numbers(text: str) -> Numbers:
    """Read the numbers off a sheet."""
    tokens, logits, top_p = (
        re.search(pattern, text)[1]  # type: ignore[index]
        for pattern in (r"(?m)^token (.+)$", r"(?m)^logit (.+)$", r"top_p = ([\d.]+)\?")
    )
    return {"tokens": tokens.split(), "logits": [float(each) for each in logits.split()], "top_p": float(top_p)}


def key_answers(text: str) -> list[str]:
    """Read the answers off a key, in the order of the steps."""
    return re.findall(r"(?m)^answer (.+)$", text)


def assert_recomputed(sheets: Path, keys: Path, count: int) -> None:
    """Work every answer out anew from the numbers printed on the sheet, and compare it with the key of the same id."""
    students, solved = sheets_of(sheets), sheets_of(keys)
    assert list(students) == list(solved)
    assert len(students) == count
    for sheet_id, text in students.items():
        numbers = printed_numbers(text)
        answers = key_answers(solved[sheet_id])
        assert len(answers) == len(QUESTIONS)
        for name, answer in zip(QUESTIONS, answers, strict=True):
            expected = ANSWERS[name](numbers)
            if name == "nucleus_tokens":
                assert set(re.findall(r"\w+", answer)) == set(expected)
            elif name == "greedy_token":
                assert [answer] == ([expected] if isinstance(expected, str) else list(expected))
            else:
                assert [float(each) for each in answer.split()] == pytest.approx(
                    [float(each) for each in expected], abs=0.0005 + 1e-9
                )


@pytest.mark.slow
def test_keys_are_recomputed_from_the_numbers_that_are_printed(printed: Printed) -> None:
    assert_recomputed(printed("sheet", count=8), printed("key", count=8), 8)


def assert_answers_fit(variant: Variant) -> None:
    """Hold the width of the boxes against what has to be written into them."""
    for question in variant.questions:
        if question.kind.is_text:
            assert len(", ".join(map(str, question.answer(variant.numbers)))) * DIGIT_MM <= 90
        else:
            longest = max(len(f"{float(value):.3f}") for value in question.answer(variant.numbers))
            assert longest * DIGIT_MM <= 25


def test_every_answer_fits_its_box_when_it_is_written_by_hand() -> None:
    for sheet in sheets(8):
        assert_answers_fit(sheet.parts[0])


# --- the paper --------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", first_always(["a4", "letter"]))
def test_pages_have_the_size_of_the_paper(printed: Printed, paper: Paper) -> None:
    sheet = PAPERS[paper]
    for which in ("sheet", "key"):
        with pikepdf.open(printed(which, paper)) as pdf:
            for each in pdf.pages:
                size = [float(length) * MM_PER_POINT for length in each.mediabox[2:]]
                assert size == pytest.approx([sheet.width_mm, sheet.height_mm], abs=0.05)


@pytest.mark.parametrize(("name", "paper"), first_row_always(product(["one_call", "two_models"], ["a4", "letter"])))
def test_every_worksheet_fits_both_sides_of_one_sheet_of_paper(tmp_path: Path, name: str, paper: Paper) -> None:
    opened = open_sheet(COURSE, name)
    for number in range(3):
        path = tmp_path / f"{number}.pdf"
        made = [draw_sheet([opened], "pdf", f"student-{number}", f"Élise de Țepeș {number}")]
        write_pdf(worksheet_page.chunks(made, "sheet", paper), path, title=worksheet_page.title_of(made, "sheet"))
        text = texts(path)
        assert len(text) == PAGES
        assert all(step.title in "".join(text) for step in opened.sheet.steps)


def test_both_papers_have_the_same_questions_on_the_same_pages(printed: Printed) -> None:
    a4, letter = (texts(printed("sheet", paper)) for paper in ("a4", "letter"))
    assert len(a4) == len(letter) == 3 * PAGES
    for one, other in zip(a4, letter, strict=True):
        assert one.split() == other.split()


def test_a_student_gets_whole_sheets_when_both_sides_are_printed(printed: Printed) -> None:
    ids = [re.findall(r"[Ss]heet (\w{4}-\w{4})", text)[-1] for text in texts(printed("sheet"))]
    assert ids == [sheet.id for sheet in sheets(3) for _ in range(PAGES)]
    assert all(f"Élise de Țepeș {number // PAGES} (student-{number // PAGES})" in text for number, text in
               enumerate(texts(printed("sheet"))))  # fmt: skip


def drawn_pages(path: Path) -> list[list[Drawn]]:
    """Return what is drawn on each page."""
    with pikepdf.open(path) as pdf:
        return [drawn(each) for each in pdf.pages]


def boxes_of(page_: list[Drawn], color: tuple[float, ...]) -> list[Drawn]:
    """Return the boxes of a color."""
    return [each for each in page_ if each.kind == "box" and each.color == pytest.approx(color, abs=0.01)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_step_has_room_for_working_and_boxes_for_its_answer(printed: Printed, paper: Paper) -> None:
    pages = drawn_pages(printed("sheet", paper))[:PAGES]
    rooms = [each for page_ in pages for each in boxes_of(page_, LINE) if each.right - each.left > 150]
    wanted = [step.room_mm for step in OPENED.sheet.steps]
    assert [each.bottom - each.top for each in rooms] == pytest.approx(wanted, abs=0.05)
    assert min(wanted) >= ROOM_MM
    answers = [each for page_ in pages for each in boxes_of(page_, INK) if each.bottom - each.top > 5]
    widths = [round(each.right - each.left) for each in answers]
    assert widths == [*[25] * 11, 90, *[25] * 3, 90, *[25] * 10]
    assert {round(each.bottom - each.top, 1) for each in answers} == {9.0}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("which", ["sheet", "key"])
def test_nothing_is_cut_and_nothing_lies_where_printers_cannot_print(
    printed: Printed, paper: Paper, which: Which
) -> None:
    size = PAPERS[paper]
    for page_ in drawn_pages(printed(which, paper)):
        for each in page_:
            assert each.left >= INK_FREE_MM
            assert each.top >= INK_FREE_MM
            assert each.right <= size.width_mm - INK_FREE_MM
            assert each.bottom <= size.height_mm - INK_FREE_MM
        words = [each for each in page_ if each.kind == "text" and each.text.strip()]
        assert overlaps(words) == []


def overlaps(words: list[Drawn]) -> list[tuple[str, str]]:
    """Return pieces of text that stand one upon the other."""
    return [
        (one.text, other.text)
        for place, one in enumerate(words)
        for other in words[place + 1 :]
        if min(one.right, other.right) - max(one.left, other.left) > 0.3
        and min(one.bottom, other.bottom) - max(one.top, other.top) > 1
    ]


def test_a_pdf_is_tagged_and_says_its_language_and_title(printed: Printed) -> None:
    for which, title in (("sheet", "Five tokens by hand"), ("key", "Key to Five tokens by hand")):
        with pikepdf.open(io.BytesIO(printed(which).read_bytes())) as pdf:
            assert (str(pdf.Root.Lang), str(pdf.docinfo.Title)) == ("en", title)
            assert bool(pdf.Root.MarkInfo.Marked)
