"""Decks as CSV, as plain text and for Anki; where there is a real Anki, what it makes of them."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from places import SUPPORT
from small_deck import small

from flashcards import export
from flashcards.deck import Card, Deck
from grader.core.errors import MissingExtraError
from grader.files import extras

ANKI = os.environ.get("LEARN_ANKI_PYTHON")
NOW, LATER = 1_900_000_000, 1_900_001_000


def rows_of(text: str, delimiter: str) -> list[list[str]]:
    """Read a table back."""
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def packed(*decks: Deck, changed_at: int = NOW, earlier: bytes = b"") -> bytes:
    """Return a package, where genanki is installed."""
    pytest.importorskip("genanki", reason="genanki is not installed: pip install genanki")
    return export.anki_package(decks, changed_at=changed_at, earlier=earlier)


def edited(deck: Deck) -> Deck:
    """Return a deck whose second card has another answer."""
    cards = list(deck.cards)
    cards[1] = replace(cards[1], back="Something else.")
    return replace(deck, cards=tuple(cards))


# --- text -------------------------------------------------------------------------------------


def test_csv_has_a_row_for_each_card_and_no_formula() -> None:
    text = export.csv_text([small()])
    head, *rows = rows_of(text, ",")
    assert head == ["deck", "id", "front", "back", "tags", "exercise", "source", "url"]
    assert text.count("\r\n") == 7
    assert rows[0] == [
        "small",
        "softmax",
        "How does softmax turn logits z into probabilities p at temperature T?",
        "By p_i = (e^(z_i/T)) / (Σ_j e^(z_j/T)).\nFor the logits 2, 1 and 0 at T = 1 the largest probability is 0.665.",
        "scores temperature",
        "small/total",
        "Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.2.2.3",
        "https://www.deeplearningbook.org/contents/mlp.html",
    ]
    assert rows[3][3].startswith("'=1+1 is text, too; so is @SUM(A1), \\(x\\)")


# --- Anki's text ------------------------------------------------------------------------------


def test_anki_text_says_how_to_read_it_and_has_a_line_for_each_card() -> None:
    lines = export.anki_text([small()]).split("\n")
    assert lines[:6] == [
        "#separator:tab",
        "#html:true",
        "#guid column:1",
        "#deck column:2",
        "#notetype:Basic",
        "#tags column:5",
    ]
    assert (len(lines), lines[-1]) == (6 + 6 + 1, "")
    rows = rows_of("\n".join(lines[6:]), "\t")
    assert [row[0] for row in rows] == [f"token-by-token/small/{card.id}" for card in small().cards]
    assert rows[1] == [
        "token-by-token/small/plain",
        "Token by Token::Small & hostile: <b>six cards</b>",
        "What ends an answer?",
        "The end token, a stop string, or the cap on new tokens.",
        "loop",
    ]


def test_formulas_are_written_for_mathjax_and_its_signs_elsewhere_are_not() -> None:
    front, back = export.anki_fields(small().cards[0])
    assert front == "How does softmax turn logits \\(z\\) into probabilities \\(p\\) at temperature \\(T\\)?"
    assert back.startswith("<p>By \\(p_i = \\frac{e^{z_i / T}}{\\sum_j e^{z_j / T}}\\).</p> <p>For")
    _, back = export.anki_fields(small().cards[3])
    assert back == (
        "=1+1 is text, too; so is @SUM(A1), \\<span>(</span>x\\) and &lt;/details&gt;&lt;img src=x onerror=alert(1)&gt;."
    )
    card = Card(id="a", front="$a < b$ and `\\[x\\]`", back="x")
    assert export.anki_fields(card)[0] == "\\(a &lt; b\\) and <code>\\<span>[</span>x\\]</code>"


# --- a package --------------------------------------------------------------------------------


def found_in(package: bytes, query: str) -> list[Any]:
    """Return the rows that a query finds in the database of a package."""
    with zipfile.ZipFile(io.BytesIO(package)) as file:
        data = file.read("collection.anki2")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data)
        return connection.execute(query).fetchall()


def notes_of(package: bytes) -> dict[str, tuple[str, int]]:
    """Return the fields and the date of each note in a package."""
    return {row[0]: (row[1], row[2]) for row in found_in(package, "SELECT guid, flds, mod FROM notes")}


def test_a_package_has_the_same_notes_as_the_text() -> None:
    fields = {f"token-by-token/small/{card.id}": export.anki_fields(card) for card in small().cards}
    assert notes_of(packed(small())) == {guid: ("\x1f".join(each), NOW) for guid, each in fields.items()}


def test_the_note_type_is_the_courses_and_that_of_this_course_keeps_its_id() -> None:
    """Anki updates no note whose type has another id."""
    checksums = export.anki_package([small()], changed_at=NOW, owner=export.Owner("checksums", "Check digits"))
    kinds = [json.loads(found_in(each, "SELECT models FROM col")[0][0]) for each in (packed(small()), checksums)]
    (ours,), (theirs,) = kinds
    assert (ours, kinds[0][ours]["name"]) == ("1437814256", "Token by Token")
    assert (theirs != ours, kinds[1][theirs]["name"]) == (True, "Check digits")


def test_only_notes_that_have_changed_get_a_later_date() -> None:
    first = packed(small())
    dates = {
        guid: date for guid, (_, date) in notes_of(packed(edited(small()), changed_at=LATER, earlier=first)).items()
    }
    assert dates.pop("token-by-token/small/plain") == LATER
    assert set(dates.values()) == {NOW}
    assert packed(small(), changed_at=LATER, earlier=first) == first


@pytest.mark.slow
def test_a_package_is_the_same_bytes_in_every_process_and_time_zone(tmp_path: Path) -> None:
    first = packed(small())
    code = (
        "import sys; from small_deck import small; from flashcards.export import anki_package; "
        f"sys.stdout.buffer.write(anki_package([small()], changed_at={NOW}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(SUPPORT), "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, check=True)
    assert run.stdout == first


def test_without_genanki_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError) as caught:
        export.anki_package([small()], changed_at=NOW)
    assert str(caught.value) == extras.advice("an .apkg file needs", "anki")


# --- the real Anki ----------------------------------------------------------------------------

NEEDS_ANKI = pytest.mark.skipif(
    ANKI is None, reason="LEARN_ANKI_PYTHON names no interpreter that has Anki (pip install anki, in a venv of its own)"
)


def anki(folder: Path, *files: Path) -> Any:
    """Import files into a new collection, and return what Anki says."""
    folder.mkdir()
    script = SUPPORT / "import_into_anki.py"
    command = [str(ANKI), str(script), str(folder), *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture(params=["text", "package"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Path]:
    """Write the small deck as it is and edited, in one of the two formats."""
    decks = {"deck": small(), "edited": edited(small())}
    suffix = "txt" if request.param == "text" else "apkg"
    written = {name: tmp_path / f"{name}.{suffix}" for name in decks}
    if request.param == "text":
        for name, deck in decks.items():
            written[name].write_text(export.anki_text([deck]), "utf-8", newline="")
    else:
        first = packed(small())
        for name, deck in decks.items():
            written[name].write_bytes(packed(deck, changed_at=NOW if name == "deck" else LATER, earlier=first))
    return written


@pytest.mark.external
@NEEDS_ANKI
def test_anki_takes_new_notes_once_and_the_edited_one_alone(files: dict[str, Path], tmp_path: Path) -> None:
    found = anki(tmp_path / "anki", files["deck"], files["deck"], files["edited"], files["edited"])
    assert found["logs"] == [{"new": 6}, {"duplicate": 6}, {"updated": 1, "duplicate": 5}, {"duplicate": 6}]
    assert found["notes"]["token-by-token/small/plain"] == ["What ends an answer?", "Something else.", "loop"]
    assert found["is_whole"]


@pytest.mark.external
@NEEDS_ANKI
def test_anki_shows_what_the_deck_says(files: dict[str, Path], tmp_path: Path) -> None:
    found = anki(tmp_path / "anki", files["deck"])
    for card in small().cards:
        front, back, tags = found["notes"][f"token-by-token/small/{card.id}"]
        assert (front, back) == export.anki_fields(card)
        assert tags.split() == sorted(card.tags)
    assert any("\\(z\\)" in question for question in found["questions"])
