"""`learn print cards --from-mistakes`: what went wrong as cards."""

from __future__ import annotations

import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from small_deck import course_with_decks, small
from workplace import Workplace

from grader.files.markdown import to_plain

NOTHING_WRONG = "Nothing that you checked or answered has gone wrong so far, so there are no cards to make of it.\n"
BACK = to_plain(small().cards[0].back).split("\n")
"""The lines of the first card's answer."""
WRONG = "def total(values):\n    return float(values.sum() / max(len(values), 1))\n"


class Learner(Workplace):
    """A workspace of the tiny course with seven cards."""

    def fail(self) -> None:
        """Make a mistake that `learn check` names."""
        self.write("exercises/small/total.py", WRONG)
        assert self.learn("check", "total").code == 1


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learner:
    """Return a workspace."""
    folder, course = tmp_path / "mein Ordner 大", tmp_path / "Kurs"
    folder.mkdir()
    course_with_decks(course)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    made = Learner(folder, monkeypatch, capsys, course=course)
    made.write(".learn/workspace.json", "{}")
    return made


def test_where_nothing_is_wrong_that_is_said_and_no_file_written(place: Learner) -> None:
    for arguments in (
        ["print", "cards"],
        ["print", "cards", "--out", "x.html"],
        ["print", "cards", "--out", "x.pdf"],
    ):
        assert place.learn(*arguments, "--from-mistakes") == (0, NOTHING_WRONG, "")
    place.solve("total")
    assert place.learn("check", "total").code == 0
    assert place.learn("print", "cards", "--from-mistakes", "--out", "x.csv") == (0, NOTHING_WRONG, "")
    assert not list(place.folder.glob("x.*"))


def test_a_mistake_that_a_check_named_becomes_a_card(place: Learner) -> None:
    place.fail()
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
def test_cards_of_mistakes_are_written_in_every_format(place: Learner) -> None:
    place.fail()
    for name in ("a.html", "a.csv", "a.txt"):
        ran = place.learn("print", "cards", "--from-mistakes", "--out", name)
        assert ran.out.startswith(f"{name} is written: 2 cards.")
        assert "total(np.array(" in (place.folder / name).read_text("utf-8")
    assert (
        "tiny/mistakes/mistake-small-total-82523fae"
        in place.learn("print", "cards", "--from-mistakes", "--format", "anki").out
    )


@pytest.mark.slow
def test_a_package_of_mistakes_is_dated_by_what_the_learner_did(place: Learner, tmp_path: Path) -> None:
    pytest.importorskip("genanki", reason="genanki is not installed: pip install genanki")
    place.fail()
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


@pytest.mark.slow
def test_names_of_decks_are_refused_beside_mistakes(place: Learner) -> None:
    place.fail()
    assert place.learn("print", "cards", "small", "--from-mistakes") == (
        2,
        "",
        "learn: --from-mistakes makes decks of its own; leave out the names of decks (see `learn print cards --help`)\n",
    )
