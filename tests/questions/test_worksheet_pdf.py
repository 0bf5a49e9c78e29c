"""Worksheets and keys as PDF: recomputed from what is printed, room for the pen, both papers alike, nothing cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
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

from flashcards.layout import INK_FREE_MM, PAPERS  # noqa: E402
from flashcards.pdf import write_pdf  # noqa: E402
from grader.files.html_page import Paper  # noqa: E402
from grader.questions.worksheet import page as worksheet_page  # noqa: E402
from grader.questions.worksheet.page import Which  # noqa: E402
from grader.questions.worksheet.sheet import PrintedSheet, draw_sheet, open_sheet  # noqa: E402

OPENED = open_sheet(COURSE, "five_tokens")
QUESTIONS = [step.question for step in OPENED.sheet.steps]
PAGES = 2
Printed = Callable[..., Path]


@cache
def sheets(count: int, seed: str = "pdf") -> list[PrintedSheet]:
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


# --- the paper --------------------------------------------------------------------------------


def test_a_student_gets_whole_sheets_when_both_sides_are_printed(printed: Printed) -> None:
    ids = [re.findall(r"[Ss]heet (\w{4}-\w{4})", text)[-1] for text in texts(printed("sheet"))]
    assert ids == [sheet.id for sheet in sheets(3) for _ in range(PAGES)]
    assert all(f"Élise de Țepeș {number // PAGES} (student-{number // PAGES})" in text for number, text in
               enumerate(texts(printed("sheet"))))  # fmt: skip


def drawn_pages(path: Path) -> list[list[Drawn]]:
    with pikepdf.open(path) as pdf:
        return [drawn(each) for each in pdf.pages]


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
