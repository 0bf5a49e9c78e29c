"""`learn reset` and `learn next`: your code is kept and comes back, nothing is reset unasked, and the way goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sizes import first_row_always
from workplace import TINY, Workplace

NAMES = "total scale mask countdown counter reply draw odd".split()


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


@pytest.fixture
def begun(workspace: Workplace) -> Workplace:
    """Return a workspace with two files that are no stubs."""
    workspace.write("exercises/small/total.py", "mine\n")
    workspace.write("exercises/small/mask.py", "mine, too\n")
    return workspace


def without_time(text: str) -> str:
    """Return a text with the time in the names of kept files left out."""
    return re.sub(r"-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.py", "-TIME.py", text)


def kept(place: Workplace) -> list[Path]:
    """Return the files that are kept."""
    return sorted((place.folder / ".learn/old").glob("*"))


def stub(name: str) -> str:
    """Return a stub of the tiny course."""
    return (TINY / f"exercises/small/{name}.py").read_text("utf-8")


def test_both_paths_are_printed_and_undo_brings_the_file_back(begun: Workplace) -> None:
    ran = begun.learn("reset", "total")
    assert (ran.code, without_time(ran.out), ran.err) == (
        0,
        "exercises/small/total.py is the stub again.\nYour file is kept as .learn/old/total-TIME.py\n\nNext: learn show total\n",
        "",
    )
    assert (begun.folder / "exercises/small/total.py").read_text() == stub("total")
    assert kept(begun)[0].read_text() == "mine\n"
    begun.write("exercises/small/total.py", "new\n")
    ran = begun.learn("reset", "--undo")
    assert (ran.code, without_time(ran.out)) == (
        0,
        "exercises/small/total.py is yours again.\nThe file in its place is kept as .learn/old/total-TIME.py\n\n"
        "Next: learn check total\n",
    )
    assert (begun.folder / "exercises/small/total.py").read_text() == "mine\n"
    assert [each.read_text() for each in kept(begun)] == ["new\n"]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [((), "total"), (("--all",), "total, mask"), (("1",), "total, mask"), (NAMES, "total, mask")],
)
def test_without_a_terminal_nothing_is_reset_that_was_not_named(
    begun: Workplace, arguments: tuple[str, ...], names: str
) -> None:
    ran = begun.learn("reset", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"learn: reset {names}? There is no terminal to ask on; add --yes to do it (see `learn reset --help`)\n"
    )
    assert (begun.folder / "exercises/small/total.py").read_text() == "mine\n"


# --- next -----------------------------------------------------------------------------------------


def test_next_shows_the_next_exercise_and_makes_it_the_current_one(workspace: Workplace) -> None:
    workspace.solve("total")
    assert workspace.learn("next").out.startswith("# Add numbers up\n")
    workspace.learn("check")
    assert workspace.learn("next").out.startswith("# Divide by the temperature\n")
    assert workspace.learn("hint").out.endswith("Next: learn check scale\n")


# --- on a terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "is_reset"), first_row_always([("y\n", True), ("n\n", False), ("\n", False), ("\x04", False)])
)
def test_on_a_terminal_it_asks(begun: Workplace, typed: str, *, is_reset: bool) -> None:
    shown = begun.on_a_terminal("reset", typed=typed, COLUMNS="40").replace("\r", "")
    assert "Put the stub of total back? Your code is\nkept. [y/N] " in shown
    assert ((begun.folder / "exercises/small/total.py").read_text() == "mine\n") != is_reset
    assert len(kept(begun)) == is_reset
