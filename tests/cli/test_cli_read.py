"""`learn read`, and the answers of `learn show NAME --answer`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pdfs
import pytest
from places import COURSE
from workplace import TINY, Workplace


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def first_line(place: Workplace, *arguments: str) -> str:
    """Return the title that is shown."""
    ran = place.learn("read", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.partition("\n")[0]


@pytest.mark.parametrize("name", ["picking", "2", "Picking a token", "nucleus", "min_p"])
def test_a_unit_is_named_as_everywhere(place: Workplace, name: str) -> None:
    assert first_line(place, name) == "# Picking a token"


def test_without_a_name_it_is_the_opening_and_then_the_unit_of_the_current_exercise(place: Workplace) -> None:
    assert first_line(place) == "# From a vector to a word"
    assert place.learn("init").code == 0
    assert first_line(place) == "# From scores to probabilities"
    assert place.learn("show", "kv_cache").code == 0
    assert first_line(place) == "# The KV cache"


def test_a_page_has_its_time_and_ends_with_what_comes_next(place: Workplace) -> None:
    ran = place.learn("read", "cost")
    (cost,) = (unit for unit in COURSE.units if unit.id == "cost")
    assert f"{len(cost.exercise_ids)} exercises, about " in ran.out
    assert ", as we estimate." in ran.out
    assert ran.out.endswith("\nNext: learn show loop_op_counts\n")
    assert place.learn("read", "opening").out.endswith("\nNext: learn read checks\n")
    assert "{{" not in ran.out


def test_the_closing_page_has_the_place_of_every_exercise(place: Workplace) -> None:
    out = place.learn("read", "closing").out
    assert "| 2 | `sample_with_u` | draws each token |" in out
    assert "| 3 | `greedy_trap` | none: it is for you, and no text needs it |" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["scors"], 2, "there is no unit 'scors'; did you mean scores?"),
        (["qqq"], 2, "there is no unit 'qqq'; there are opening, checks, scores, picking,"),
        (["--out", "pages.txt"], 2, "'pages.txt' ends with none of .html, .htm, .pdf; name the file so"),
        (["--course", str(TINY)], 3, "this course has no pages to read; `learn show` shows its tasks"),
    ],
)
def test_what_cannot_be_read_is_answered_in_a_sentence(
    place: Workplace, arguments: list[str], code: int, message: str
) -> None:
    ran = place.learn("read", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(f"learn: {message}")
    assert ran.err.count("\n") == 1


def test_errata_are_the_courses_own_or_none(place: Workplace) -> None:
    assert place.learn("read", "errata").out.startswith("# What is often taught wrong\n")
    assert place.learn("read", "errata", "--course", str(TINY)) == (
        3,
        "",
        "learn: the course “A tiny course” has no errata\n",
    )


@pytest.mark.slow
def test_all_pages_or_one_become_a_page_for_the_browser(place: Workplace) -> None:
    assert place.learn("read", "--out", "alle Seiten.html").code == 0
    assert place.learn("read", "text", "--out", "one.html").code == 0
    every, one = ((place.folder / name).read_text("utf-8") for name in ("alle Seiten.html", "one.html"))
    assert every.count("<article id=") == 14
    assert one.count("<article id=") == 1
    assert one.count("<details>") == 5
    assert "http-equiv" in one
    assert 'href="#temperature_rescaling"' in every
    assert 'href="#temperature_rescaling"' not in one
    ran = place.learn("read", "text", "--out", "one.html")
    assert (ran.code, "use --force" in ran.err) == (2, True)


@pdfs.NEEDED
@pytest.mark.slow
def test_a_page_becomes_a_pdf(place: Workplace) -> None:
    assert place.learn("read", "cost", "--out", "cost.pdf", "--paper", "letter") == (
        0, "cost.pdf is written, for Letter.\n", ""
    )  # fmt: skip
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    text = " ".join(each.extract_text() for each in pypdf.PdfReader(place.folder / "cost.pdf").pages)
    assert "What it costs" in text
    assert "624" in text


def test_an_answer_follows_its_question(place: Workplace) -> None:
    ran = place.learn("show", "min_p", "--answer")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Try it by hand first: what is the threshold for")
    assert "**Answer.** The threshold is .063163." in ran.out


@pytest.mark.parametrize(("arguments", "course"), [(["kv_cache"], None), (["total"], str(TINY))])
def test_a_task_without_a_question_has_no_answer(place: Workplace, arguments: list[str], course: str | None) -> None:
    ran = place.learn("show", *arguments, "--answer", *(["--course", course] if course else []))
    assert (ran.code, ran.out) == (2, "")
    assert "asks for nothing to be tried by hand" in ran.err


@pytest.mark.slow
def test_a_page_that_is_cached_needs_no_numpy(place: Workplace) -> None:
    assert place.learn("read", "scores").code == 0
    code = (
        "import sys; from grader.cli.main import run; run(['read', 'scores']);"
        "print('HEAVY', [each for each in ('numpy', 'pydantic', 'yaml', 'rich', 'jinja2') if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("HEAVY []")


def test_a_unit_and_its_first_exercise_name_its_page(place: Workplace) -> None:
    for name in ("picking", "greedy_pick"):
        assert "\nThe unit begins with a page: learn read picking\n" in place.learn("show", name).out
    assert "The unit begins" not in place.learn("show", "min_p").out
    assert "learn read" not in place.learn("show", "small", "--course", str(TINY)).out
