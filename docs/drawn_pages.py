"""Pages as pictures: the files that are drawn, made by real commands, and their fingerprints. `python docs/record.py` draws them.

A picture has the fingerprint of its page in it, so that a test without a browser notices when the page has changed since.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from random import Random

from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from grader.cli.main import run
from grader.course import find
from grader.course.course import Course

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "Source"
"""The key of a picture's fingerprint among its texts, which PNG calls so."""
CHANGING = re.compile(
    r"\b\d+(\.\d+)? (ms|s|seconds)\b|\([0-9a-f]{7,}\)|data:[^\"')]*|\nWhere the time went\n.*", re.DOTALL
)
"""Durations, the fingerprint of the course, fonts, and the last part of the class report: who was slowest."""
CELLS = (
    "%load_ext token_by_token",
    "%%check softmax_by_hand\nimport numpy as np\n\ndef softmax(logits):\n    return logits / logits.sum()",
)
"""The notebook of docs/learning/notebooks.md, with the first version of docs/learning/first-exercise.md."""
NOTEBOOK_STYLE = """
body { font: 16px/1.5 sans-serif; margin: 24px }
.cell { display: grid; grid-template-columns: 4em 1fr }
.count { color: #616161; font: 14px/1.5 monospace; padding-top: 9px }
.typed { background: #f5f5f5; border: 1px solid #e0e0e0; font: 15px/1.4 monospace; margin: 0 0 12px; padding: 8px }
"""


def made(*arguments: str) -> None:
    """Run a command, which prints nothing here; end with an error if it fails."""
    with redirect_stdout(StringIO()):
        code = run([*arguments])
    if code:
        sys.exit(f"learn {' '.join(arguments)}: exit code {code}")


def compare(folder: Path) -> list[Path]:
    """Write the page on which the model chooses."""
    made("compare", "Once upon a time", "--seed", "3", "--out", str(folder / "compare.html"))
    return [folder / "compare.html"]


def cheat_sheet(folder: Path) -> list[Path]:
    """Write the cheat sheet."""
    made("print", "cheatsheet", "--out", str(folder / "cheatsheet.html"))
    return [folder / "cheatsheet.html"]


def sheets(folder: Path) -> list[Path]:
    """Write the cards of the course to fold, and those for the business cards' paper."""
    for layout in ("fold", "business"):
        made("print", "cards", "course", "--layout", layout, "--out", str(folder / f"{layout}.html"))
    return [folder / "fold.html", folder / "business.html"]


def set_up_sheet(folder: Path) -> list[Path]:
    """Write the sheet with which a printer is set up."""
    made("print", "cards", "--layout", "calibration", "--out", str(folder / "calibration.html"))
    return [folder / "calibration.html"]


def class_report(folder: Path) -> list[Path]:
    """Write the report on a class of 24 that solves some of four exercises."""
    units = {"scores": ("softmax_by_hand", "temperature_rescaling")}
    units["picking"] = ("top_3_renormalisation", "nucleus_membership")
    ids = [f"{unit}/{name}" for unit, names in units.items() for name in names]
    for student in range(24):
        for place, exercise_id in enumerate(ids):
            hand_in(folder / f"class/student-{student + 1:02}", exercise_id, Random(f"{student} {place}"))
    only = [f"--exercise={each}" for each in ids]
    made("grade", str(folder / "class"), "--out", str(folder / "results"), "--seed=1", *only)
    made("report", str(folder / "results"), "--out", str(folder / "report.html"))
    return [folder / "report.html"]


def result(folder: Path) -> list[Path]:
    """Write the page on one student's submission, from `examples/`."""
    shutil.copytree(ROOT / "examples/two_mistakes", folder / "ada")
    only = ("--exercise", "softmax_by_hand", "--exercise", "nucleus_membership")
    with redirect_stdout(StringIO()) as printed:
        run(["grade", str(folder / "ada"), *only, "--seed", "1", "--format", "html"])
    (folder / "ada.html").write_text(printed.getvalue(), "utf-8")
    return [folder / "ada.html"]


def worksheet(folder: Path) -> list[Path]:
    """Write a worksheet."""
    made("print", "worksheet", "five_tokens", "--seed", "1", "--out", str(folder / "worksheet.html"))
    return [folder / "worksheet.html"]


def site(folder: Path) -> list[Path]:
    """Write the site of the small course in `examples/`; return its start page and its style."""
    with chdir(ROOT / "examples/checksums"):
        made("author", "site", "--out", str(folder / "site"))
    return [folder / "site/index.html", folder / "site/style.css"]


def notebook(folder: Path) -> list[Path]:
    """Run a notebook in a kernel; write its cells, and what each shows, as a page."""
    document = new_notebook(cells=[new_code_cell(each) for each in CELLS])
    client = NotebookClient(document, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "IPYTHONDIR": str(folder / ".ipython")})
    drawn = "".join(
        f'<div class="cell"><div class="count">[{cell.execution_count}]:</div>'
        f'<pre class="typed">{escape(cell.source)}</pre>'
        f"<div></div><div>{''.join(each['data']['text/html'] for each in cell.outputs if 'data' in each)}</div></div>"
        for cell in document.cells
    )
    (folder / "notebook.html").write_text(f"<!doctype html><style>{NOTEBOOK_STYLE}</style>{drawn}", "utf-8")
    return [folder / "notebook.html"]


PAGES: dict[str, Callable[[Path], list[Path]]] = {
    "compare": compare,
    "cheatsheet": cheat_sheet,
    "printing": sheets,
    "set-up-sheet": set_up_sheet,
    "class-report": class_report,
    "result": result,
    "worksheet": worksheet,
    "site": site,
    "notebook": notebook,
}
"""The pictures by their names, and what writes the files that each is drawn from."""


def fingerprint(files: list[Path]) -> str:
    """Return the hash of the words and styles of pages, without fonts and what changes from run to run."""
    seen = "\n".join(
        _Seen(path.read_text("utf-8")).text if path.suffix == ".html" else path.read_text("utf-8") for path in files
    )
    return sha256(CHANGING.sub("…", seen).encode()).hexdigest()


class _Seen(HTMLParser):
    """The words and styles of a page: neither scripts nor the shapes of formulas, which a library may draw otherwise."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._is_script = False
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note whether a script begins."""
        self._is_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        """Note that a script ends."""
        self._is_script = False

    def handle_data(self, data: str) -> None:
        """Add words or styles."""
        if not self._is_script:
            self.text += " ".join(data.split()) + "\n"


def hand_in(folder: Path, exercise_id: str, dice: Random) -> None:
    """Write an exercise right, or with a mistake, or leave it as it was at the beginning."""
    course = Course(find())
    name = exercise_id.rpartition("/")[2]
    right = course.solutions.path(exercise_id).read_text("utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    luck = dice.random()
    if luck > 0.4:
        source = right
    elif luck < 0.08:
        source = (course.content.exercises / f"{exercise_id}.py").read_text("utf-8")
    else:
        mistakes = [mistake.source for mistake in course.mistakes(exercise_id) if "from ." not in mistake.source]
        source = mistakes[min(int(dice.expovariate(0.9)), len(mistakes) - 1)]
    (folder / f"{name}.py").write_text(source, "utf-8")
