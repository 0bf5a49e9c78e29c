"""Measure what sheets of questions add to grading a class: `python benchmarks/class_questions.py [--count N] [--rounds N]`.

Each submission has eight exercises: half of the files are correct variants, the others typical mistakes, untouched stubs and
unfinished files. `learn grade` grades the class with and without `--questions`, in turn, into new folders, and then prints
the sheets that are stored as a PDF. CPU time is that of all processes.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from grader.course import find
from grader.course.course import Course

ours = importlib.import_module("class")  # a word that an import statement cannot have
IDS = (
    *ours.IDS,
    "scores/entropy",
    "picking/greedy_pick",
    "scores/softmax_stable",
    "picking/sample_with_u",
)
WAYS = {
    "learn grade": ("alone", None),
    "learn grade --questions sheets.html": ("with", "sheets.html"),
    "the same again with sheets.pdf": ("with", "sheets.pdf"),
}
"""The folder of results, and the file for sheets."""


def unfinished(course: Course, exercise_id: str) -> list[str]:
    """Return the untouched stub, and a solution of which the last lines are missing."""
    lines = course.solutions.path(exercise_id).read_text("utf-8").splitlines()
    return [course.stub(exercise_id).read_text("utf-8"), "\n".join([*lines[:-2], lines[-2] + " + ("])]


def sheets_of(out: Path) -> Counter[int]:
    """Return how many sheets have how many questions."""
    return Counter(len(json.loads(path.read_text("utf-8"))["questions"]) for path in (out / "questions").glob("*.json"))


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--count", type=int, default=300, help="submissions (300)")
    options.add_argument("--rounds", type=int, default=1, help="how often each way is run (1)")
    chosen = options.parse_args()
    course = Course(find())
    taken: dict[str, list[Any]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory(prefix="learn-class-") as work:
        scratch = Path(work)
        os.chmod(scratch, 0o755)
        folder = scratch / "class"
        ours.make_class(course, folder, chosen.count, ids=IDS, extra=lambda each: unfinished(course, each))
        for number in range(chosen.rounds):
            for way, (name, sheets) in WAYS.items():
                draw = ("--questions", str(scratch / sheets), "--questions-seed", "spring") if sheets else ()
                out = scratch / f"{name}-{number}"
                taken[way].append(ours.grade(folder, out, "--seed", "1", *draw, ids=IDS))
        made = sheets_of(scratch / "with-0")
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(
        f"{chosen.count} submissions of {len(IDS)} exercises; {platform.system()}, {ours.processors()} processors, "
        f"Python {platform.python_version()}, load {load}; sheets by questions: {dict(sorted(made.items()))}\n"
    )
    print("| what | CPU ms each | CPU | wall s | wall | memory MiB | memory |\n|---|---|---|---|---|---|---|")
    first = taken["learn grade"]
    for way, runs in taken.items():
        cells = [f"{1000 * median(run.cpu for run in runs) / chosen.count:.0f}"]
        for field, unit in (("cpu", ""), ("wall", "s"), ("memory_mib", "MiB")):
            value = median(getattr(run, field) for run in runs)
            ratio = f"{value / median(getattr(run, field) for run in first):.2f}"
            cells += [f"{value:.0f}", ratio] if unit else [ratio]
        print(f"| {way} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
