"""`learn author site` at the command line: where the site goes, and what is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pdfs
import pytest
from small_site import files_of
from workplace import TINY, Workplace

USAGE = " (see `learn author site --help`)"
NO_WAYS = "The start page has no ways to begin; `repository:` in course.yaml brings them.\n"
NO_PDF = f"Sheets to print are HTML: {pdfs.MISSING}\n" if pdfs.MISSING else ""
DECK = """id: small
title: Small cards
cards:
  - {id: one, front: How much is one and one?, back: Two., exercise: small/total, tags: [sums], source: {title: Arithmetic}}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder for a site of the tiny course."""
    folder = tmp_path / "work"
    folder.mkdir()
    return Workplace(folder, monkeypatch, capsys)


@pytest.mark.slow
def test_the_site_is_written_and_named(place: Workplace) -> None:
    ran = place.learn("author", "site")
    assert ran == (0, f"site is written. Open site/index.html in a browser.\n{NO_PDF}{NO_WAYS}", "")
    assert "units/small/total.html" in files_of(place.folder / "site")


def test_a_folder_with_other_files_is_refused(place: Workplace) -> None:
    (place.folder / "site").mkdir()
    (place.folder / "site" / "mine.txt").touch()
    what = f"{str(place.folder / 'site')!r} has files that `learn author site` did not write: 'mine.txt'"
    advice = "move what is yours, or give another folder with --out"
    assert place.learn("author", "site") == (2, "", f"learn: {what}; {advice}{USAGE}\n")


@pytest.mark.slow
def test_an_invalid_exercise_is_named_and_the_earlier_site_stays(place: Workplace) -> None:
    course = place.folder / "course"
    shutil.copytree(TINY, course)
    assert place.learn("author", "site", "--course", str(course)).code == 0
    before = files_of(place.folder / "site")
    task = course / "exercises" / "small" / "odd.yaml"
    task.write_text(task.read_text("utf-8").replace("title:", "titel:"), "utf-8")
    ran = place.learn("author", "site", "--course", str(course))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: course/exercises/small/odd.yaml:1:1: unknown key `titel`")
    assert files_of(place.folder / "site") == before


@pytest.mark.slow
@pdfs.NEEDED
def test_cards_are_printed_as_pdf_with_the_same_bytes_each_time(place: Workplace) -> None:
    course = place.folder / "course"
    shutil.copytree(TINY, course)
    (course / "flashcards" / "decks").mkdir(parents=True)
    (course / "flashcards" / "decks" / "small.yaml").write_text(DECK, "utf-8")
    assert place.learn("author", "site", "--course", str(course), "--out", "one").err == ""
    assert place.learn("author", "site", "--course", str(course), "--out", "two").code == 0
    files = files_of(place.folder / "one")
    assert files["print/cards-small.pdf"].startswith(b"%PDF-1.7\n")
    assert files == files_of(place.folder / "two")
