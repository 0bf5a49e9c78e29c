"""PDF files where system libraries are missing: what works, and the sentence that says what to install."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from places import ROOT
from workplace import Workplace

from flashcards import pdf

pytestmark = pytest.mark.slow
PANGO = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")
PRINTING = ROOT / "docs" / "learning" / "printing.md"

linux = pytest.mark.skipif(sys.platform != "linux", reason="hides libraries as only Linux's loader lets us")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    (tmp_path / "ein Ordner").mkdir()
    return Workplace(tmp_path / "ein Ordner", monkeypatch, capsys, course=None)


@pytest.fixture
def hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that the loader searches first; a library for which it holds an empty file cannot be loaded."""
    folder = tmp_path / "no libraries"
    folder.mkdir()
    monkeypatch.setenv("LD_LIBRARY_PATH", str(folder))
    return folder


@linux
@pytest.mark.skipif(not pdf.is_available(), reason='the extra is missing: pip install -e ".[pdf]"')
def test_without_pango_a_command_ends_with_the_packages_to_install(place: Workplace, hidden: Path) -> None:
    for name in PANGO:
        (hidden / name).touch()
    ran = place.command("print", "cheatsheet", "--out", "sheet.pdf")
    assert (ran.code, ran.out) == (3, "")
    assert re.fullmatch(
        r"learn: PDF files need the library Pango, which pip cannot install and this machine lacks; .*"
        r"`apt install libpango-1\.0-0 libpangoft2-1\.0-0 libharfbuzz-subset0`.*\n",
        ran.err,
    )
    assert list(place.folder.iterdir()) == []


def commands() -> list[tuple[str, str]]:
    """Return the systems and commands of the table in docs/learning/printing.md."""
    table = PRINTING.read_text("utf-8").partition("<!-- libraries -->")[2].partition("\n\n")[0]
    return re.findall(r"(?m)^\| (\w[^|]*?) \| `([^`]+)` \|$", table)
