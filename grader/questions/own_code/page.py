"""Questions on one's own code, or their key, as a page for a browser, its printer, and PDF."""

from collections.abc import Sequence
from pathlib import Path

from grader.core.escape import cut, line
from grader.files import html_page
from grader.files.html_page import PAPER_SIZES
from grader.questions.own_code.question import OwnQuestion
from grader.questions.worksheet import page as worksheet_page

HERE = Path(__file__).parent / "template"
WIDEST = 108


def title_of(*, is_key: bool) -> str:
    return "Key to questions on your own code" if is_key else "Questions on your own code"


def render(questions: Sequence[OwnQuestion], owner: str, seed: str, *, is_key: bool, for_screen: bool = True) -> str:
    """Return the page; all questions are on one file, that of `owner`."""
    styles = [worksheet_page.HERE / "common.css", HERE / "questions.css"]
    styles += [worksheet_page.HERE / "screen.css"] if for_screen else []
    style = html_page.tokens(for_screen=for_screen) + "".join(path.read_text("utf-8") for path in styles)
    style = style.replace("PAPER", PAPER_SIZES["a4"])
    return html_page.page(
        HERE,
        "questions.html",
        html_page.font_css() + style if for_screen else style,
        title=title_of(is_key=is_key),
        is_key=is_key,
        owner=owner,
        seed=seed,
        questions=questions,
        listing=_listing(questions[0].source),
    )


def _listing(source: str) -> str:
    """Return a file with numbers before its lines."""
    lines = source.rstrip().split("\n")
    return "\n".join(f"{number:>4}  {cut(line(text), WIDEST)}" for number, text in enumerate(lines, 1))
