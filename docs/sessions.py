"""Terminal sessions as pictures: real commands in a real terminal, drawn as SVG. `python docs/record.py` writes all of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.style import Style
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))

from window import Window  # noqa: E402

FONTS = re.compile(r"    @font-face \{\{.*?\}\}\n", re.DOTALL)
FORMAT = FONTS.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
"""rich's picture of a window; without the fonts that it would load from another host."""
COLUMNS = 80
LOOK = attrgetter("fg", "bg", "bold", "italics", "reverse")
CHANGING = re.compile(r"\b\d+(\.\d+)? (ms|s|seconds)\b|\([0-9a-f]{7,}\)")
"""Durations and the fingerprint of the course."""


class Typed(NamedTuple):
    """A command to type, and then keys, each after the window shows some words. The picture is what it shows at the end."""

    command: str
    keys: tuple[tuple[str, str], ...] = ()
    ends_with: str = ""
    """The words to wait for; empty if the command ends by itself."""
    rows: int = 60
    shown: int = 60
    """How many rows the picture shows of it."""


class Session(NamedTuple):
    """Commands in one folder, which make one picture."""

    title: str
    typed: tuple[Typed, ...]
    submissions: tuple[tuple[str, str], ...] = ()
    """Folders or files of `examples/`, and the folders with copies of them."""
    is_begun: bool = False
    """Whether the folder is a workspace, made by `learn init`."""


WRONG = (("two_mistakes", "."),)
CLASS = (("all_right", "class/ada"), ("two_mistakes", "class/bo"), ("unfinished", "class/cleo"))
SESSIONS = {
    "check": Session("A named mistake", (Typed("learn check nucleus_membership"),), WRONG),
    "watch": Session(
        "A named mistake, after each save",
        (Typed("learn watch nucleus_membership", ends_with="expected", rows=24),),
        (("two_mistakes/nucleus_membership.py", "exercises/picking"),),
        is_begun=True,
    ),
    "read": Session("A page to read", (Typed("learn read picking", rows=300, shown=30),)),
    "try": Session(
        "The failing call, in your hands",
        (
            Typed(
                "learn try nucleus_membership",
                keys=((">>>", "nucleus(p, top_p)\n"), ("[0, 1]", "np.cumsum(p)\n")),
                ends_with="1.",
                rows=30,
            ),
        ),
        WRONG,
    ),
    "grade": Session(
        "A class",
        (
            Typed("learn grade class --out results --exercise temperature_rescaling"),
            Typed("learn report results"),
        ),
        CLASS,
    ),
}


def prepared(session: Session, folder: Path) -> Path:
    """Fill a folder with what a session needs, and return it."""
    if session.is_begun:
        command = [sys.executable, "-m", "grader", "init", "."]
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    for name, place in session.submissions:
        path = ROOT / "examples" / name
        shutil.copytree(path, folder / place, dirs_exist_ok=True) if path.is_dir() else shutil.copy(
            path, folder / place
        )
    return folder


def record(name: str, folder: Path) -> str:
    """Type the commands of a session in a folder; return the picture."""
    session = SESSIONS[name]
    prepared(session, folder)
    lines: list[Text] = []
    for typed in session.typed:
        lines += [Text.assemble(("$ ", "bright_black"), (typed.command, "bold")), *run(typed, folder)]
    console = Console(record=True, width=COLUMNS, file=StringIO())
    for line in lines:
        console.print(line, no_wrap=True, crop=True)
    console.print()  # room for what hangs below the last line
    return console.export_svg(title=session.title, code_format=FORMAT, unique_id=f"session-{name}")


def run(typed: Typed, folder: Path) -> list[Text]:
    """Type a command and its keys into a terminal; return the rows that it shows, without empty ones at the end."""
    command = ["sh", "-c", f"PATH='{Path(sys.executable).parent}':$PATH exec {typed.command}"]
    variables = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / ".cache"), "NO_COLOR": "", "LC_ALL": "C.UTF-8"}
    variables |= {
        "COLUMNS": str(COLUMNS),
        "LINES": str(typed.rows),
    }  # the command may look before the window has its size
    window = Window(folder, *command, columns=COLUMNS, rows=typed.rows, **variables)
    try:
        for words, keys in typed.keys:
            window.wait_for(words)
            window.press(keys)
        if typed.ends_with:
            window.wait_for(typed.ends_with)
        else:
            window.end()
        rows = list(drawn(window))[: typed.shown]
    finally:
        window.close()
    while rows and not rows[-1].plain.strip():
        rows.pop()
    return rows


def drawn(window: Window) -> Iterator[Text]:
    """Yield the rows of a window with their colors."""
    for number in range(window.screen.lines):
        row, text = window.screen.buffer[number], Text()
        cells = [row[column] for column in range(window.screen.columns)]
        for (fore, back, bold, italic, reverse), same in groupby(cells, key=LOOK):
            style = Style(color=color(fore), bgcolor=color(back), bold=bold, italic=italic, reverse=reverse)
            text.append("".join(each.data for each in same), style)
        text.rstrip()
        yield text


def color(name: str) -> str | None:
    """Return the name that rich has for a color of pyte's."""
    if name == "default":
        return None
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    return name.replace("brown", "yellow").replace("bright", "bright_")


def words(svg: str) -> str:
    """Return the text in a picture, without what changes from run to run."""
    rows: dict[float, str] = {}
    for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        if "y" in element.attrib:
            y = float(element.attrib["y"])
            rows[y] = rows.get(y, "") + (element.text or "").replace("\xa0", " ")
    return CHANGING.sub("…", "\n".join(rows[y].rstrip() for y in sorted(rows)))
