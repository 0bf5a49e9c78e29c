"""Pages in a text browser, which shows what is there without style, script and drawings."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import class_cases
import pytest
from systems import needs_program
from workplace import Workplace

pytestmark = [pytest.mark.slow, needs_program("w3m")]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def read(path: Path) -> str:
    """Return the words of a page, as w3m shows them, without line breaks."""
    shown = subprocess.check_output(["w3m", "-dump", "-cols", "200", str(path)], text=True)
    return " ".join(shown.split())


def test_a_unit_s_page_has_its_formulas_pictures_and_answers_as_words(place: Workplace) -> None:
    assert place.learn("read", "scores", "--out", "page.html").code == 0
    text = read(place.folder / "page.html")
    for words in (
        *("p sub i equals e to the power of z sub i over the sum over j of", "e to the power of 4 = 54.598."),
        "Five bars, each with a logit and a probability: the .632,",
        *("token logit probability the 4 .632 a 3", "softmax_by_hand", "54.598 / 86.440 ="),
    ):
        assert words in text
    assert not re.search(r"[.,:]\d*[a-zA-Z]{4,}", text.replace("learn.", ""))  # words that run together


def test_the_class_report_has_every_figure_as_words(place: Workplace) -> None:
    class_cases.store(place.folder, class_cases.CLASS, class_cases.LATE)
    assert place.learn("report", "results", "--out", "report.html").code == 0
    text = read(place.folder / "report.html")
    assert "Softmax by hand 4 of 6 67 % 1 failed, 1 not attempted" in text
    assert not re.search(r"%\d", text)
