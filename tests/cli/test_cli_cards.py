"""`learn print cards` at the command line: what it lists, writes and refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_deck import course_with_decks, small
from workplace import Workplace

from flashcards import export, study

TINY_OWNER = export.Owner("tiny", "A tiny course")
USAGE = " (see `learn print cards --help`)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder, and a course with two small decks."""
    course_with_decks(tmp_path / "Kurs mit Karten")
    (tmp_path / "ein Ordner").mkdir()
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
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


def test_the_list_of_decks_is_read_without_their_models(place: Workplace) -> None:
    place.learn("print", "cards")
    code = "import sys; from grader.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    code += "print([name for name in ('numpy', 'pydantic', 'yaml', 'ziamath', 'jinja2') if name in sys.modules])"
    command = [sys.executable, "-c", code, "print", "cards"]
    environment = {**os.environ, **place.environment}
    run = subprocess.run(command, cwd=place.folder, env=environment, capture_output=True, check=True, text=True)
    lines = run.stdout.splitlines()
    assert (lines[0], lines[-1]) == ("2 decks, 7 cards:", "[]")


def test_a_page_is_written_and_named(place: Workplace) -> None:
    ran = place.learn("print", "cards", "small", "--out", "Größe 大.html")
    assert ran == (0, "Größe 大.html is written: 6 cards. Open it in a browser; it needs no network.\n", "")
    assert (place.folder / "Größe 大.html").read_bytes() == study.render([small()])


def test_cards_are_kept_by_tag(place: Workplace) -> None:
    assert (
        place.learn("print", "cards", "--tag", "loop", "--tag", "order", "--format", "csv").out.count("\r\n") == 1 + 4
    )


def test_the_files_name_says_the_format(place: Workplace) -> None:
    for name, text in (("a.CSV", export.csv_text([small()])), ("a.txt", export.plain_text([small()]))):
        assert place.learn("print", "cards", "small", "--out", name).code == 0
        assert (place.folder / name).read_bytes() == text.encode()
    assert place.learn("print", "cards", "small", "--out", "b.txt", "--format", "anki").out == (
        "b.txt is written: 6 cards. In Anki, choose File, then Import; import it again whenever it has changed.\n"
    )
    assert (place.folder / "b.txt").read_bytes() == export.anki_text([small()], TINY_OWNER).encode()


def test_without_a_file_text_comes_to_the_terminal(place: Workplace) -> None:
    assert place.learn("print", "cards", "small") == (0, export.plain_text([small()]), "")
    assert place.learn("print", "cards", "small", "--format", "anki") == (
        0,
        export.anki_text([small()], TINY_OWNER),
        "",
    )


@pytest.mark.slow
def test_with_a_source_date_a_package_is_the_same_wherever_it_is_made(place: Workplace) -> None:
    pytest.importorskip("genanki", reason="genanki is not installed: pip install genanki")
    deck = Path(place.environment["LEARN_COURSE"]) / "flashcards/decks/small.yaml"
    for name, changed in (("a.apkg", 1_000_000_000), ("b.apkg", 1_500_000_000)):
        os.utime(deck, (changed, changed))
        assert place.command("print", "cards", "small", "--out", name, SOURCE_DATE_EPOCH="1900000000").code == 0
    assert (place.folder / "a.apkg").read_bytes() == (place.folder / "b.apkg").read_bytes()


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
    (["smal"], "there is no deck 'smal'; did you mean small?"),
    (["wholly-other"], "there is no deck 'wholly-other'; `learn print cards` shows them all"),
    (["--tag", "lop"], "unknown tag `lop`; did you mean `loop`?"),
    (["--tag", "xyz"], "unknown tag `xyz`; use one of loop, order, scores, temperature"),
    (["--format", "html"], "html needs a file; name it with --out, such as --out cards.html"),
    (["--format", "apkg"], "apkg needs a file; name it with --out, such as --out cards.apkg"),
    (
        ["--out", "cards.docx"],
        "'cards.docx' does not say how to write the cards; add --format and one of html, anki, apkg, csv, text",
    ),
    (["--out", "no/such/page.html"], "there is no folder 'no/such'; make it first"),
    (["--out", ".", "--format", "html"], "'.' is not a file; give the name of one with --out"),
    (["--format", "xml"], "Invalid value for '--format': 'xml' is not one of 'html', 'anki', 'apkg', 'csv', 'text'."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[" ".join(each) for each, _ in REFUSED])
def test_what_cannot_be_done_is_one_sentence_and_no_file(place: Workplace, arguments: list[str], message: str) -> None:
    assert place.learn("print", "cards", *arguments) == (2, "", f"learn: {message}{USAGE}\n")
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


def test_a_folder_that_cannot_be_written_to_is_exit_code_3(place: Workplace) -> None:
    ran = place.learn("print", "cards", "small", "--out", "x" * 300 + ".html")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: 'xxx")
    assert ran.err.endswith(".html' cannot be written: File name too long\n")
    assert files(place) == []
