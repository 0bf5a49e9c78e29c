"""Commands that show or write a page: `learn read`, its terms and errata, `compare`, the cheat sheet, `author site`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import COURSE
from small_site import files_of
from workplace import TINY, Workplace

from flashcards.cheat_sheet import open_sheet, render

COMPARE = "(see `learn compare --help`)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


# --- shown --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["picking", "2", "Picking a token", "nucleus", "min_p"])
def test_a_unit_is_named_as_everywhere(place: Workplace, name: str) -> None:
    ran = place.learn("read", name)
    assert (ran.code, ran.out.partition("\n")[0], ran.err) == (0, "# Picking a token", "")


def test_without_a_name_it_is_the_opening_and_then_the_unit_of_the_current_exercise(place: Workplace) -> None:
    assert place.learn("read").out.startswith("# From a vector to a word\n")
    assert place.learn("init").code == 0
    assert place.learn("read").out.startswith("# From scores to probabilities\n")
    assert place.learn("show", "kv_cache").code == 0
    assert place.learn("read").out.startswith("# The KV cache\n")


def test_a_term_is_shown_with_its_definition_and_its_place(place: Workplace) -> None:
    assert place.learn("read", "terms", "Byte", "pair", "encodings") == (
        0,
        "**byte-pair encoding** or BPE: A way to build a vocabulary by joining, again and again, the pair of neighboring pieces "
        "that occurs most often.\n\nIntroduced in “Text and tokens”: `learn read text`\n",
        "",
    )


def test_errata_and_the_answer_to_a_question_are_shown(place: Workplace) -> None:
    assert place.learn("read", "errata").out.startswith("# What is often taught wrong\n")
    assert "**Answer.** The threshold is .063163." in place.learn("show", "min_p", "--answer").out


# --- written ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_cheat_sheet_is_written_and_named(place: Workplace) -> None:
    told = "cheatsheet.html is written. Print it at 100 % on A4; it is one page.\n"
    assert place.learn("print", "cheatsheet") == (0, told, "")
    assert (place.folder / "cheatsheet.html").read_text("utf-8") == render(open_sheet(COURSE), "a4")


@pytest.mark.slow
def test_a_comparison_is_replaced_only_when_that_is_wanted(place: Workplace) -> None:
    told = "compare.html is written. Open it in a browser; it needs no network.\n"
    assert place.learn("compare", "I think that") == (0, told, "")
    page = place.folder / "compare.html"
    first = page.read_bytes()
    assert first.startswith(b"<!doctype html>\n")
    advice = "use --force to replace it, or another name with --out"
    assert place.learn("compare", "Why") == (2, "", f"learn: 'compare.html' is there already; {advice} {COMPARE}\n")
    assert page.read_bytes() == first
    assert place.learn("compare", "Why", "--force").code == 0
    assert page.read_bytes() != first
    assert files(place) == ["compare.html"]


@pytest.mark.slow
def test_an_invalid_exercise_is_named_and_the_earlier_site_stays(place: Workplace) -> None:
    course = place.folder / "course"
    shutil.copytree(TINY, course)
    ran = place.learn("author", "site", "--course", str(course))
    assert (ran.code, ran.out.splitlines()[0]) == (0, "site is written. Open site/index.html in a browser.")
    before = files_of(place.folder / "site")
    task = course / "exercises/small/odd.yaml"
    task.write_text(task.read_text("utf-8").replace("title:", "titel:"), "utf-8")
    ran = place.learn("author", "site", "--course", str(course))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: course/exercises/small/odd.yaml:1:1: unknown key `titel`")
    assert files_of(place.folder / "site") == before


# --- refused ------------------------------------------------------------------------------------

REFUSED = [
    ("read scors", 2, "there is no unit 'scors'; did you mean scores?"),
    ("read qqq", 2, "there is no unit 'qqq'; there are opening, checks, scores, picking,"),
    (f"read --course {TINY}", 3, "this course has no pages to read; `learn show` shows its tasks"),
    (f"read errata --course {TINY}", 3, "the course “A tiny course” has no errata"),
    ("read terms entropie", 2, "there is no term 'entropie'; did you mean 'entropy'?"),
    (f"read terms token --course {TINY}", 3, "this course has no glossary"),
    ("show kv_cache --answer", 2, "kv_cache asks for nothing to be tried by hand"),
    ("compare " + "," * 513, 2, "the prompt has 513 tokens, and there is room for 476; shorten it"),
    ("compare Why --out no/such/page.html", 2, "there is no folder 'no/such'; make it first"),
    ("compare", 2, "Missing argument 'PROMPT'."),
    (f"print cheatsheet --course {TINY}", 3, "there is no file "),
]


@pytest.mark.parametrize(("line", "code", "message"), REFUSED, ids=[line[:30] for line, _, _ in REFUSED])
def test_what_cannot_be_done_is_one_sentence_and_no_file(place: Workplace, line: str, code: int, message: str) -> None:
    ran = place.learn(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert ran.err.startswith(f"learn: {message}")
    assert files(place) == []
