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
CLEAR = {"#cc555a": "#f08a8f", "#4b4e55": "#9a9b99"}
"""Two of rich's colors have a contrast of 3.5 and 1.8 on its background, and those in their place 6.1 and 5.2."""
COLUMNS = 80
LOOK = attrgetter("fg", "bg", "bold", "italics", "reverse")
CHANGING = re.compile(r"\b\d+(\.\d+)? (ms|s|seconds)\b|\([0-9a-f]{7,}\)|^confinement [\s\S]*?(?=\ntrial)", re.MULTILINE)
"""Durations, the fingerprint of the course, and the layers of confinement that the machine has."""


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
    written: tuple[tuple[str, str], ...] = ()
    """Files in the folder, and what is in them."""
    saves: tuple[tuple[str, str, str], ...] = ()
    """A file, its content and words to wait for, one after another while the command runs; each is a frame."""


WRONG = (("two_mistakes", "."),)
CLASS = (("all_right", "class/ada"), ("two_mistakes", "class/bo"), ("unfinished", "class/cleo"))
SHARES = (
    "exercises/scores/softmax_by_hand.py",
    "import numpy as np\n\n\ndef softmax(logits):\n    return logits / logits.sum()\n",
)
"""The first version of docs/learning/first-exercise.md."""
BEGUN = (
    ".learn/progress.json",
    '{"pages": ["scores"], "exercises": {"picking/nucleus_membership": {"by_hand": "skipped"}, "scores/softmax_by_hand": {"by_hand": "skipped"}}}',
)
"""A workspace in which `learn watch` has shown its welcome, and asked the questions of two exercises."""
SOFTMAX = f"{SHARES[1].rpartition('return')[0]}{{}}\n"
STILL = 1
"""The frame of an animation that stays at its end, and that readers see who want no motion."""
FRAME_SECONDS, ROUNDS = 5, 3
PROGRAM = (
    "softmax_by_hand.py",
    'import subprocess\n\n\ndef softmax(logits):\n    return subprocess.run(["cat", "/etc/passwd"])\n',
)


def files_of(page: str) -> tuple[tuple[str, str], ...]:
    """Return the files that a page shows in full, each with its name."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return tuple(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", text, re.DOTALL))


SESSIONS = {
    "check": Session("A named mistake", (Typed("learn check nucleus_membership"),), WRONG),
    "watch": Session(
        "A named mistake, after each save",
        (Typed("learn watch nucleus_membership", ends_with="Mistake:", rows=24),),
        (("two_mistakes/nucleus_membership.py", "exercises/picking"),),
        is_begun=True,
        written=(BEGUN,),
    ),
    "saves": Session(
        "Write, save, read",
        (Typed("learn watch softmax_by_hand", rows=20),),
        is_begun=True,
        written=(BEGUN,),
        saves=(
            (SHARES[0], SOFTMAX.format("raise NotImplementedError  # TODO: write this"), "Softmax turns logits"),
            (*SHARES, "without the exponential"),
            (SHARES[0], SOFTMAX.format("return np.exp(logits) / np.exp(logits).sum()"), "Passed"),
        ),
    ),
    "read": Session("A page to read", (Typed("learn read picking", rows=300, shown=30),)),
    "try": Session(
        "The failing call, in your hands",
        (
            Typed(
                "learn try nucleus_membership",
                keys=((">>>", "np.cumsum(p)\n"),),
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
    "first": Session("A first version", (Typed("learn check softmax_by_hand"),), is_begun=True, written=(SHARES,)),
    "plain": Session("In words only", (Typed("TERM=dumb learn check nucleus_membership"),), WRONG),
    "generate": Session(
        "Each step of a text",
        (
            Typed(
                'learn generate "The capital of France is" \\\n    --show --temperature 0.7 --top-k 5 --top-p 0.99 --max-tokens 3'
            ),
        ),
    ),
    "quiz": Session(
        "A question of a quiz",
        (
            Typed(
                "learn quiz overview --seed 1", keys=(("Your answer", "false b\n"),), ends_with="question 2", shown=24
            ),
        ),
        is_begun=True,
    ),
    "course": Session(
        "A course of one's own",
        (
            Typed("learn author course leap | head -n 1"),
            Typed("learn author check --course leap"),
            Typed("learn show is_leap_year --course leap"),
        ),
    ),
    "confined": Session(
        "A function that starts a program",
        (
            Typed("learn doctor | tail -n 2"),
            Typed("cat softmax_by_hand.py"),
            Typed("learn check softmax_by_hand", shown=10),
        ),
        written=(PROGRAM,),
    ),
    "questions": Session(
        "A question of one's own",
        (
            Typed("learn author course leap | head -n 1"),
            Typed("cp -r more/. leap"),
            Typed(
                "learn quiz centuries --course leap --seed 1",
                keys=(("Your answer", ".25\n"),),
                ends_with="question 2",
                shown=16,
            ),
        ),
        written=files_of("authoring/questions.md"),
    ),
}


def prepared(session: Session, folder: Path) -> Path:
    """Fill a folder with what a session needs, and return it."""
    if session.is_begun:
        command = [sys.executable, "-m", "grader", "init", "."]
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    for name, place in session.submissions:
        path = ROOT / "examples" / name
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(path, folder / place, dirs_exist_ok=True) if path.is_dir() else shutil.copy(
            path, folder / place
        )
    for name, text in session.written:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def record(name: str, folder: Path) -> str:
    """Type the commands of a session in a folder; return the picture."""
    session = SESSIONS[name]
    prepared(session, folder)
    if session.saves:
        return animated(name, session, folder)
    lines: list[Text] = []
    for typed in session.typed:
        lines += [Text.assemble(("$ ", "bright_black"), (typed.command, "bold")), *run(typed, folder)]
    console = Console(record=True, width=COLUMNS, file=StringIO())
    for line in lines:
        console.print(line, no_wrap=True, crop=True)
    console.print()  # room for what hangs below the last line
    return picture(console, session.title, f"session-{name}")


def picture(console: Console, title: str, unique_id: str) -> str:
    """Return what a console has printed, as SVG."""
    svg = console.export_svg(title=title, code_format=FORMAT, unique_id=unique_id)
    for faint, clear in CLEAR.items():
        svg = svg.replace(faint, clear)
    return svg


def animated(name: str, session: Session, folder: Path) -> str:
    """Type a command, save the files while it runs; return a picture that shows each file with the window after it."""
    window, frames = opened(session.typed[0], folder), []
    try:
        for number, (file, text, words_to_wait_for) in enumerate(session.saves):
            (folder / file).write_text(text, "utf-8")
            window.wait_for(words_to_wait_for)
            console = Console(record=True, width=COLUMNS, file=StringIO())
            code = [Text(line, "bold") for line in text.splitlines()]
            for line in [Text(f"{file}\n", "bright_black"), *code, Text("─" * COLUMNS, "bright_black"), *drawn(window)]:
                console.print(line, no_wrap=True, crop=True)
            frames.append(picture(console, session.title, f"{name}-{number}"))
    finally:
        window.close()
    share = 100 / len(frames)
    style = "".join(
        f".frame-{number}{{animation-name:frame-{number}}}@keyframes frame-{number}"
        f"{{0%{{visibility:hidden}}{number * share:g}%{{visibility:visible}}{(number + 1) * share:g}%{{visibility:hidden}}}}"
        for number in range(len(frames))
    )
    head, size = re.search(r"<svg [^>]*?(viewBox=\"[^\"]*\")", frames[0]).group(0, 1)
    shown = "".join(
        frame.replace(head, f'<svg class="frame frame-{number}" {size}', 1) for number, frame in enumerate(frames)
    )
    return (
        f'<svg {size} xmlns="http://www.w3.org/2000/svg"><style>.frame{{visibility:hidden;animation:{FRAME_SECONDS * len(frames)}s step-end {ROUNDS}}}'
        f".frame-{STILL}{{visibility:visible}}{style}@media(prefers-reduced-motion:reduce){{.frame{{animation:none}}}}</style>{shown}</svg>\n"
    )


def opened(typed: Typed, folder: Path) -> Window:
    """Type a command into a terminal."""
    command = ["sh", "-c", f"PATH='{Path(sys.executable).parent}':$PATH exec {typed.command}"]
    variables = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / ".cache"), "NO_COLOR": "", "LC_ALL": "C.UTF-8"}
    variables |= {
        "COLUMNS": str(COLUMNS),
        "LINES": str(typed.rows),
    }  # the command may look before the window has its size
    return Window(folder, *command, columns=COLUMNS, rows=typed.rows, **variables)


def run(typed: Typed, folder: Path) -> list[Text]:
    """Type a command and its keys into a terminal; return the rows that it shows, without empty ones at the end."""
    window = opened(typed, folder)
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
