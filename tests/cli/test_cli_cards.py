"""`learn print cards` at the command line: what it lists, writes, prints, makes of mistakes, and refuses."""

from __future__ import annotations

import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pdfs
import pytest
from small_deck import course_with_decks, small
from workplace import Workplace

from flashcards import study
from flashcards.export import plain_text
from flashcards.pdf import is_available
from grader.files.markdown import to_plain

USAGE = " (see `learn print cards --help`)"
NOTHING_WRONG = "Nothing that you checked or answered has gone wrong so far, so there are no cards to make of it.\n"
BACK = to_plain(small().cards[0].back).split("\n")
"""The lines of the first card's answer."""
WRONG = "def total(values):\n    return float(values.sum() / max(len(values), 1))\n"
needs_pdf = pytest.mark.skipif(
    not is_available(), reason='WeasyPrint is not installed: pip install "token-by-token[pdf]"'
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder, and a course with two small decks."""
    course_with_decks(tmp_path / "Kurs mit Karten")
    (tmp_path / "ein Ordner").mkdir()
    for name in ("SOURCE_DATE_EPOCH", "LEARN_OFFSET"):
        monkeypatch.delenv(name, raising=False)
    return Workplace(tmp_path / "ein Ordner", monkeypatch, capsys, course=tmp_path / "Kurs mit Karten")


def files(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def test_alone_it_lists_the_decks_and_says_what_to_do(place: Workplace) -> None:
    assert place.learn("print", "cards") == (
        0,
        "2 decks, 7 cards:\n"
        "\n"
        "  course  The one that comes first                                     1 card\n"
        "  small   Small & hostile: <b>six cards</b>                           6 cards\n"
        "\n"
        "Next: `learn print cards course --out course.html` makes a page to study and print.\n"
        "Without a name, all decks are written. `learn print cards --help` shows more.\n",
        "",
    )


def test_a_page_is_written_and_named(place: Workplace) -> None:
    ran = place.learn("print", "cards", "small", "--out", "Größe 大.html")
    assert ran == (0, "Größe 大.html is written: 6 cards. Open it in a browser; it needs no network.\n", "")
    assert (place.folder / "Größe 大.html").read_bytes() == study.render([small()])


def test_a_file_is_replaced_only_when_that_is_wanted(place: Workplace) -> None:
    page = place.write("x.html", "mine")
    assert place.learn("print", "cards", "small", "--out", "x.html") == (
        2,
        "",
        f"learn: 'x.html' is there already; use --force to replace it, or another name with --out{USAGE}\n",
    )
    assert page.read_text() == "mine"
    assert place.learn("print", "cards", "small", "--out", "x.html", "--force").code == 0
    assert files(place) == ["x.html"]


REFUSED = [
    ("smal", "there is no deck 'smal'; did you mean small?"),
    ("--tag lop", "unknown tag `lop`; did you mean `loop`?"),
    ("--format html", "html needs a file; name it with --out, such as --out cards.html"),
    (
        "--out cards.docx",
        "'cards.docx' does not say how to write the cards; add --format and one of html, anki, apkg, csv, text",
    ),
    ("--layout bussiness --out x.pdf", "unknown layout `bussiness`; did you mean `business`?"),
    ("--layout fold --flip long --out x.pdf", "the layout 'fold' is printed on one side; leave out --flip"),
    (
        "--layout index --out x.csv",
        "sheets are written as .pdf or .html; name the file with --out, such as --out cards.pdf",
    ),
    (
        "--layout index --offset 0,9 --out x.pdf",
        "Invalid value for '--offset': '0,9' is more than 5 mm; look first how the paper lies in its tray",
    ),
]


@pytest.mark.parametrize(("line", "message"), REFUSED, ids=[line for line, _ in REFUSED])
def test_what_cannot_be_done_is_one_sentence_and_no_file(place: Workplace, line: str, message: str) -> None:
    assert place.learn("print", "cards", *line.split()) == (2, "", f"learn: {message}{USAGE}\n")
    assert files(place) == []


def test_a_broken_deck_is_said_line_by_line_and_nothing_is_written(place: Workplace) -> None:
    place.write("my-own.yaml", "id: my-own\ntitle: Mine\ncards:\n  - {id: a, front: '', back: $x^$}\n")
    assert place.learn("print", "cards", "my-own.yaml", "--out", "x.html") == (
        3,
        "",
        "learn: my-own.yaml:4:20: `front` is empty; write it\n"
        "my-own.yaml:4:30: the formula `$x^$` cannot be read; "
        "look for something missing after `^`, `_`, `\\frac` or `\\left`\n",
    )
    assert files(place) == ["my-own.yaml"]


# --- on paper -----------------------------------------------------------------------------------


def page_texts(path: Path) -> list[str]:
    """Return the text of each page of a PDF."""
    import pypdf

    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def test_the_layouts_are_listed_with_what_they_fit_within_80_columns(place: Workplace) -> None:
    code, out, err = place.learn("print", "cards", "--layout", "list")
    assert (code, err) == (0, "")
    assert "business     Letter  2 × 3.5 inch business cards, 10 to a sheet\n" in out
    assert "                     Avery 5371, 8371, 5871, or card to cut\n" in out
    assert out.endswith("\nNext: `learn print cards --layout fold --out cards.pdf`\n")
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.slow
@pdfs.NEEDED
@needs_pdf
def test_a_pdf_without_more_is_for_any_printer(place: Workplace) -> None:
    ran = place.learn("print", "cards", "small", "--out", "Größe 大.pdf")
    assert ran == (
        0,
        "Größe 大.pdf is written: a sheet to set the printer up and 6 cards on 2 sheets.\n"
        "Print on A4, one side, at 100 %.\n",
        "",
    )
    assert len(page_texts(place.folder / "Größe 大.pdf")) == 3


@pytest.mark.slow
@pdfs.NEEDED
@needs_pdf
def test_the_options_reach_the_sheets(place: Workplace) -> None:
    options = "--layout index --paper letter --flip short --offset 0.5,-1"
    ran = place.learn("print", "cards", "small", *options.split(), "--out", "x.pdf")
    assert ran.out == (
        "x.pdf is written: a sheet to set the printer up and 6 cards on 2 sheets.\n"
        "Print on Letter, both sides, turned on the short edge, at 100 %.\n"
    )
    pages = page_texts(place.folder / "x.pdf")
    assert len(pages) == 6
    assert "Letter, 100 %, turned on the short edge" in pages[0]


LONG = """\
id: long
title: Long
cards:
  - id: long-answer
    front: Short?
    back: {words}
    tags: [long]
"""


@pytest.mark.slow
@pdfs.NEEDED
@needs_pdf
def test_a_text_that_does_not_fit_is_named_and_nothing_is_written(place: Workplace) -> None:
    (place.folder / "long.yaml").write_text(LONG.format(words="Word. " * 300))
    ran = place.learn("print", "cards", "long.yaml", "--layout", "business", "--out", "x.pdf")
    first, second, third = ran.err.splitlines()
    assert (ran.code, ran.out, first) == (3, "", "learn: nothing is written, since texts do not fit:")
    assert second.startswith("long-answer: its answer is ")
    assert second.endswith(" mm too long")
    assert third == "shorten these texts, or take a layout with larger cards"
    assert files(place) == ["long.yaml"]


# --- from mistakes ------------------------------------------------------------------------------


def fail(place: Workplace) -> None:
    """Make a mistake that `learn check` names."""
    place.write(".learn/workspace.json", "{}")
    place.write("exercises/small/total.py", WRONG)
    assert place.learn("check", "total").code == 1


def test_where_nothing_is_wrong_that_is_said_and_no_file_written(place: Workplace) -> None:
    place.write(".learn/workspace.json", "{}")
    assert place.learn("print", "cards", "--from-mistakes") == (0, NOTHING_WRONG, "")
    place.solve("total")
    assert place.learn("check", "total").code == 0
    assert place.learn("print", "cards", "--from-mistakes", "--out", "x.csv") == (0, NOTHING_WRONG, "")
    assert not list(place.folder.glob("x.*"))


def test_a_mistake_that_a_check_named_becomes_a_card(place: Workplace) -> None:
    fail(place)
    assert place.learn("print", "cards", "--from-mistakes") == (
        0,
        "What I got wrong\n"
        "================\n"
        "\n"
        "1. A wrong version: total(np.array([1.0, 2.0, 3.0])) gives 2 and should give 6.\n"
        "   Which mistake is in it?\n"
        "\n"
        "   The sum is divided by how many there are. That is the mean. Ask what the task\n"
        "   calls the result.\n"
        "\n"
        "Small & hostile: <b>six cards</b>\n"
        "=================================\n"
        "\n"
        "1. How does softmax turn logits z into probabilities p at temperature T?\n"
        "\n"
        f"   {BACK[0]}\n"
        f"   {BACK[1]}\n",
        "",
    )
    place.solve("total")
    place.learn("check", "total")
    ran = place.learn("print", "cards", "--from-mistakes", "--tag", "fixed", "--format", "csv")
    assert ran.out.count("\r\n") == 2
    assert "mistake small fixed" in ran.out


@pytest.mark.slow
def test_a_package_of_mistakes_is_dated_by_what_the_learner_did(place: Workplace, tmp_path: Path) -> None:
    pytest.importorskip("genanki", reason="genanki is not installed: pip install genanki")
    fail(place)
    assert place.learn("print", "cards", "--from-mistakes", "--out", "a.apkg").code == 0
    first = (place.folder / "a.apkg").read_bytes()
    assert place.learn("print", "cards", "--from-mistakes", "--out", "a.apkg", "--force").code == 0
    assert (place.folder / "a.apkg").read_bytes() == first
    place.solve("total")
    place.learn("check", "total")
    os.utime(place.folder / ".learn/progress.json", (2_000_000_000, 2_000_000_000))
    assert place.learn("print", "cards", "--from-mistakes", "--out", "a.apkg", "--force").code == 0
    with zipfile.ZipFile(place.folder / "a.apkg") as package:
        package.extract("collection.anki2", tmp_path)
    with closing(sqlite3.connect(tmp_path / "collection.anki2")) as connection:
        assert connection.execute("SELECT tags, mod FROM notes").fetchall() == [
            (" mistake small fixed ", 2_000_000_000)
        ]


def test_without_a_file_text_comes_to_the_terminal(place: Workplace) -> None:
    assert place.learn("print", "cards", "small") == (0, plain_text([small()]), "")
