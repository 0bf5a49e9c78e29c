"""Sheets of questions on students' own code, and their keys, as HTML for the screen, a browser's printer and PDF."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.core.escape import cut, line
from grader.files import html_page, markdown
from grader.files.html_page import PAPER_SIZES, Paper
from grader.questions.letters import letter
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.sheet import TITLE, QuestionSheet
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.page import CHUNK, LONGEST_NAME, Which

HERE = Path(__file__).parent / "template"
MOST_LINES = 48
"""The most lines of a file that are printed: all of nearly every file."""
WIDEST = 108


def title_of(which: Which) -> str:
    """Return the title of a document."""
    return TITLE if which == "sheet" else f"Key to {TITLE[0].lower()}{TITLE[1:]}"


def chunks(
    sheets: Sequence[QuestionSheet], names: Mapping[str, str], which: Which, paper: Paper, *, for_screen: bool = False
) -> Iterator[str]:
    """Yield documents with the sheets or the keys of a few students each; `names` are those of students by id."""
    common = html_page.tokens(for_screen=for_screen) + (worksheet_page.HERE / "common.css").read_text("utf-8")
    style = common.replace("PAPER", PAPER_SIZES[paper]) + (HERE / "questions.css").read_text("utf-8") + markdown.CSS
    if for_screen:
        style = html_page.font_css() + style + (worksheet_page.HERE / "screen.css").read_text("utf-8")
    size = len(sheets) if for_screen else CHUNK
    for start in range(0, len(sheets), size):
        shown = [(sheet, _named(sheet.student, names), _parts(sheet)) for sheet in sheets[start : start + size]]
        yield html_page.page(HERE, "questions.html", style, title=title_of(which), is_key=which == "key", sheets=shown)


def _named(student: str, names: Mapping[str, str]) -> str:
    name = names.get(student.casefold(), "")
    return cut(line(f"{name} ({student})" if name and name != student else student), LONGEST_NAME)


def _parts(sheet: QuestionSheet) -> list[dict[str, object]]:
    """Return each question with its listing, its options by letter, and the lines to show below it.

    A file that an earlier question lists is not listed again; `same` is the number of that question.
    """
    listings = [_listing(question) for question in sheet.questions]
    return [
        {
            "asked": question,
            "listing": listing,
            "same": listings.index(listing) + 1 if listing in listings[:place] else 0,
            "shown": _shown(question),
            "options": [(letter(place), text) for place, text in enumerate(question.options)],
        }
        for place, (question, listing) in enumerate(zip(sheet.questions, listings, strict=True))
    ]


def _shown(question: OwnQuestion) -> list[tuple[str, str]]:
    words = {"now": f"line {question.line}", "changed": "becomes"}
    rows = [(words.get(label, label), text) for label, text in question.lines.items()]
    return [
        *rows,
        *(("call" if place == 0 else "", step) for place, step in enumerate((*question.call, *question.models))),
    ]


def _listing(question: OwnQuestion) -> list[tuple[str, str]]:
    """Return the lines of the file with their numbers: all, or those around the one that is asked about."""
    lines = question.source.rstrip().splitlines()
    first = max(0, min(question.line - MOST_LINES // 2, len(lines) - MOST_LINES))
    numbered = [(f"{number}", f"{number:>4}  {cut(text, WIDEST)}") for number, text in enumerate(lines, 1)]
    before, after = first > 0, first + MOST_LINES < len(lines)
    more = [("", f"{'':4}  …")]
    return [*more[:before], *numbered[first : first + MOST_LINES], *more[:after]]
