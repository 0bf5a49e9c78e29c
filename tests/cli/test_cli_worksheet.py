"""`learn print worksheet`: what is written where, and what is refused."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from places import COURSE, ROOT
from workplace import Workplace

from grader.course import find
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.sheet import draw_sheet, open_sheet

USAGE = " (see `learn print worksheet --help`)"
PRACTICE = "These numbers are for practice: without --seed, everybody can write the key.\n"
OPENED = open_sheet(COURSE, "five_tokens")
ROSTER = "id,name,section\nada,Ada Lovelace,1\nbo,<script>alert(1)</script>,2\n=1+1,,1\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files_in(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def test_a_sheet_and_a_key_are_written(place: Workplace) -> None:
    own = draw_sheet([OPENED], "")
    ran = place.learn("print", "worksheet", "five_tokens", "--key", "key.html")
    assert ran == (
        0,
        f"worksheet.html is written: sheet {own.id}. Print it at 100 % on A4.\nkey.html is written: the key.\n{PRACTICE}",
        "",
    )
    assert (place.folder / "worksheet.html").read_text("utf-8") == worksheet_page.render([own], "sheet", "a4")
    assert (place.folder / "key.html").read_text("utf-8") == worksheet_page.render([own], "key", "a4")


def test_a_class_gets_a_sheet_of_several_worksheets_and_a_key_for_each(place: Workplace) -> None:
    place.write("Klasse 7 b.csv", ROSTER)
    words = ("--class", "Klasse 7 b.csv", "--seed", "my text", "--key", "keys.html", "--paper", "letter")
    ran = place.learn("print", "worksheet", "five_tokens", "two_models", *words)
    assert ran == (
        0,
        "worksheet.html is written: 3 sheets. Print it at 100 % on Letter.\nkeys.html is written: the keys.\n",
        "",
    )
    both = [OPENED, open_sheet(COURSE, "two_models")]
    ids = [draw_sheet(both, "my text", student).id for student in ("ada", "bo", "=1+1")]
    for name in ("worksheet.html", "keys.html"):
        text = (place.folder / name).read_text("utf-8")
        assert re.findall(r'<p class="which">Sheet <b>(\S+)</b>', text) == ids
        assert not re.search("<script|my text", text)
        assert "&lt;script&gt;alert(1)&lt;/script&gt; (bo)" in text
        assert "size: letter portrait" in text


REFUSED = [
    ([], "there are 3 worksheets; name one of five_tokens, one_call, two_models"),
    (["five_token"], "unknown worksheet `five_token`; did you mean `five_tokens`?"),
    (["one_call", "--class", "class.csv"], "without --seed everybody could write the keys; give --seed a text that only you know"),
    (["one_call", "--key", "./worksheet.html"], "--out and --key are the same file; give each a name of its own"),
    (["one_call", "--key", "class.csv.html"], "'class.csv.html' is there already; use --force to replace it, or another name with --out"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "told"), REFUSED, ids=[" ".join(each)[:40] for each, _ in REFUSED])
def test_what_cannot_be_meant_is_refused(place: Workplace, arguments: list[str], told: str) -> None:
    place.write("class.csv", ROSTER)
    place.write("class.csv.html", "mine")
    assert place.learn("print", "worksheet", *arguments) == (2, "", f"learn: {told}{USAGE}\n")
    assert files_in(place) == ["class.csv", "class.csv.html"]


def test_a_worksheet_may_be_a_file_elsewhere_and_its_mistakes_are_told_at_their_line(place: Workplace) -> None:
    text = "intro: Go.\nsteps:\n  - {question: call_cost, title: Cost, text: Add., points: 2}\n"
    place.write("mine.yaml", f"id: mine\ntitle: My sheet\n{text}")
    place.write("more.yaml", f"id: more\ntitel: More\n{text}")
    assert place.learn("print", "worksheet", "mine.yaml", "one_call").code == 0
    assert "<h1>My sheet, What one call costs</h1>" in (place.folder / "worksheet.html").read_text("utf-8")
    told = "learn: more.yaml:2:1: unknown key `titel`; did you mean `title`?\n"
    assert place.learn("print", "worksheet", "more.yaml", "--force") == (3, "", told)


@pytest.mark.slow
def test_what_the_documentation_shows_is_what_happens(place: Workplace) -> None:
    path = ROOT / "docs/teaching/worksheets.md"
    if not path.is_file():
        pytest.skip("the documentation is not installed")
    text = path.read_text("utf-8")
    session = text.partition("$ learn print worksheet five_tokens --key key.html\n")[2].partition("```")[0]
    assert place.learn("print", "worksheet", "five_tokens", "--key", "key.html").out == session
    course = place.folder / "course"
    shutil.copytree(find().exercises, course / "exercises")
    shutil.copytree(find().solutions, course / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    own = course / "exercises/worksheets/five_tokens.yaml"
    own.write_text(text.rpartition("```yaml\n")[2].partition("```")[0], "utf-8")
    assert place.learn("print", "worksheet", "five_tokens", "--course", "course", "--force").code == 0
