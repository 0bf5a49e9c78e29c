"""`learn read terms`: one term, all terms, as text and as a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import COURSE
from workplace import TINY, Workplace

from grader.course.terms import all_terms


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


@pytest.mark.parametrize("name", [["bpe"], ["byte-pair-encoding"], ["Byte", "pair", "encodings"]])
def test_a_term_is_shown_with_its_definition_and_its_place(place: Workplace, name: list[str]) -> None:
    ran = place.learn("read", "terms", *name)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "**byte-pair encoding** or BPE: A way to build a vocabulary by joining, again and again, the pair of neighboring pieces "
        "that occurs most often.\n\nIntroduced in “Text and tokens”: `learn read text`\n"
    )


def test_without_a_term_all_are_explained(place: Workplace) -> None:
    out = place.learn("read", "terms").out
    assert "\n- **causal** (`learn read cache`): Said of attention in which no position sees a later one.\n" in out
    assert "\n- **surprise** (`learn show entropy`): The negative logarithm " in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["entropie"], 2, "there is no term 'entropie'; did you mean 'entropy'?"),
        (["token", "--out", "terms.html"], 2, "--out writes all terms on a page; leave out TERM"),
        (["--out", "terms.txt"], 2, "'terms.txt' ends with none of .html, .htm, .pdf; name the file so"),
        (["token", "--course", str(TINY)], 3, "this course has no glossary"),
    ],
)
def test_what_cannot_be_explained_is_answered_in_a_sentence(
    place: Workplace, arguments: list[str], code: int, message: str
) -> None:
    ran = place.learn("read", "terms", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(f"learn: {message}")
    assert ran.err.count("\n") == 1


@pytest.mark.slow
def test_the_page_has_every_term_once(place: Workplace) -> None:
    assert place.learn("read", "terms", "--out", "terms.html").code == 0
    page = (place.folder / "terms.html").read_text("utf-8")
    assert page.count("<li><strong>") == len(all_terms(COURSE))
    assert "<code>learn read text</code>" in page
