"""`learn compare` at the command line: where the page goes, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from workplace import Workplace

USAGE = " (see `learn compare --help`)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def test_the_page_is_written_and_named(place: Workplace) -> None:
    ran = place.learn("compare", "I think that")
    assert ran == (0, "compare.html is written. Open it in a browser; it needs no network.\n", "")
    assert files(place) == ["compare.html"]
    page = (place.folder / "compare.html").read_bytes()
    assert page.startswith(b"<!doctype html>\n")
    assert b'<form id="draw"' in page


@pytest.mark.slow
def test_the_same_command_writes_the_same_bytes_in_every_process(place: Workplace) -> None:
    for name, seed in (("a.html", "1"), ("b.html", "2")):
        assert place.command("compare", "Why", "--seed", "7", "--out", name, PYTHONHASHSEED=seed).code == 0
    assert (place.folder / "a.html").read_bytes() == (place.folder / "b.html").read_bytes()


@pytest.mark.slow
def test_a_file_is_replaced_only_when_that_is_wanted(place: Workplace) -> None:
    page = place.write("compare.html", "mine")
    assert place.learn("compare", "Why") == (
        2,
        "",
        f"learn: 'compare.html' is there already; use --force to replace it, or another name with --out{USAGE}\n",
    )
    assert page.read_text() == "mine"
    assert place.learn("compare", "Why", "--force").code == 0
    assert page.read_bytes().startswith(b"<!doctype html>\n")
    assert files(place) == ["compare.html"]


REFUSED = [
    ([""], "the prompt is empty; give the beginning of a text, such as 'I think that'"),
    (["," * 513], "the prompt has 513 tokens, and there is room for 473; shorten it"),
    (["\udcff"], "the prompt is not valid Unicode text; type it anew"),
    (["Why", "--out", "."], "'.' is not a file; give the name of one with --out"),
    (["Why", "--out", "no/such/page.html"], "there is no folder 'no/such'; make it first"),
    (["Why", "--seed", "-1"], "Invalid value for '--seed': -1 is not in the range 0<=x<=9223372036854775807."),
    ([], "Missing argument 'PROMPT'."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[message[:30] for _, message in REFUSED])
def test_what_cannot_be_done_is_one_sentence_and_no_file(place: Workplace, arguments: list[str], message: str) -> None:
    assert place.learn("compare", *arguments) == (2, "", f"learn: {message}{USAGE}\n")
    assert files(place) == []
