"""Grade the same submissions with the same checks in other graders: `python benchmarks/class_others.py --venv FOLDER`.

The others are installed into a virtual environment in FOLDER, which later runs reuse. Rounds are interleaved. Slow graders get
fewer submissions; the comparison is throughput, computed from CPU time. `learn grade` and the floors run as in class.py:
confined, with the full diagnosis of each mistake.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from class_others_tools import TOOLS, Class, Passed, Tool

from grader.classes.pool import processors
from grader.course import find
from grader.course.course import Course

ours = importlib.import_module("class")  # a word that an import statement cannot have
SEED = 1
COUNTS = {"pytest with xdist": 100, "gradescope-utils": 20, "nbgrader": 5, "otter-grader": 2}
"""Submissions for each grader in a round."""
PROMISED = {"otter-grader": 100, "the fastest of them": 5, "the floor": 0.5}
CALLS, FLOOR = "confined processes that make the same calls", "the floor: confined processes that run the same checks"
LEARN = "learn grade, confined, mistakes named"


# --- the same for all -------------------------------------------------------------------------


def passed_by_ours(results: Path) -> Passed:
    """Return how many checks of each exercise passed in `learn grade`."""
    passed: Passed = {}
    for path in sorted((results / "results").glob("*.json")):
        result = json.loads(path.read_text("utf-8"))
        passed[result["student"]] = Counter(
            each["id"].rpartition("/")[2]
            for each in result["exercises"]
            for check in each["checks"]
            if check["status"] == "pass"
        )
    return passed


def disagreements(graded: Class, theirs: Passed, expected: Passed) -> list[str]:
    """Return the exercises that only one of the two graders passes."""
    totals = Counter(check["exercise"] for check in graded.checks)
    return [
        f"{folder.name}/{exercise}"
        for folder in graded.folders
        for exercise, total in totals.items()
        if (theirs[folder.name][exercise] == total) != (expected[folder.name][exercise] == total)
    ]


# --- measuring --------------------------------------------------------------------------------


def measure(commands: Sequence[Sequence[str]], folder: Path, home: Path) -> Any:
    """Run commands in sequence; return their wall and CPU time, with all processes that they started and waited for."""
    private = {name: str(home) for name in ("HOME", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR")}
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    private["PATH"] = os.pathsep.join((str(home.parent / "bin"), os.environ["PATH"]))  # nbgrader looks for alembic
    before, started = ours.cpu_of_children(), time.perf_counter()
    with (folder / "log.txt").open("ab") as log:
        for command in commands:
            settings = {**os.environ, **private, **threads}
            code = subprocess.run(command, cwd=folder, env=settings, stdout=log, stderr=log, check=False).returncode
            if code not in (0, 1):  # pytest says with 1 that a test failed
                sys.exit(f"{' '.join(command)} ended with {code}:\n{(folder / 'log.txt').read_text('utf-8')[-2000:]}")
    return ours.Taken(time.perf_counter() - started, ours.cpu_of_children() - before)


def environment(folder: Path) -> tuple[Path, dict[str, str]]:
    """Install the other graders if they are not there; return their Python and their versions."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    packages = sorted({package for tool in TOOLS for package in tool.packages})
    versions = f"import importlib.metadata as m; print(*map(m.version, {packages!r}))"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    ran = subprocess.run([python, "-c", versions], capture_output=True, text=True, check=False)
    if ran.returncode:
        subprocess.run([python, "-m", "pip", "install", "-q", *packages, f"numpy=={np.__version__}"], check=True)
        ran = subprocess.run([python, "-c", versions], capture_output=True, text=True, check=True)
    return python.absolute(), dict(zip(packages, ran.stdout.split(), strict=True))


def one_round(course: Course, graded: Class, python: Path, counts: dict[str, int], scratch: Path) -> dict[str, Any]:
    """Run all graders in interleaved rounds; return the median CPU seconds per submission of each."""
    folders = list(graded.folders)
    needed = {CALLS: ours.floor(course, folders, scratch).cpu / len(folders)}
    needed[FLOOR] = ours.floor(course, folders, scratch, judges=True).cpu / len(folders)
    results = scratch / "ours"
    taken = ours.grade(graded.folders[0].parent, results, "--seed", str(SEED))
    needed[LEARN] = taken.cpu / len(graded.folders)
    expected = passed_by_ours(results)
    for tool in TOOLS:
        few = graded._replace(folders=graded.folders[: counts[tool.name]])
        needed[tool.name] = run_tool(tool, few, python, scratch / tool.name.split()[0], expected)
    return needed


def run_tool(tool: Tool, graded: Class, python: Path, folder: Path, expected: Passed) -> float:
    """Run another grader; return its CPU seconds per submission. Exits if its results differ from ours."""
    folder.mkdir()
    home = python.parent.parent / "home"  # kept with the environment, so that caches are as warm as ours
    home.mkdir(exist_ok=True)
    commands = tool.prepare(graded, folder, python)
    measure(commands.once, folder, home)
    taken = measure(commands.measured, folder, home)
    different = disagreements(graded, tool.read(graded, folder), expected)
    if different:
        sys.exit(f"{tool.name} and learn grade do not agree on {', '.join(different)}")
    return float(taken.cpu) / len(graded.folders)


# --- what came out ----------------------------------------------------------------------------


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--venv", type=Path, required=True, help="folder for the other graders; kept")
    options.add_argument("--count", type=int, default=1000, help="submissions for learn grade and the floor (1000)")
    options.add_argument("--rounds", type=int, default=3, help="how often all take turns (3)")
    chosen = options.parse_args()
    python, versions = environment(chosen.venv)
    course = Course(find())
    counts = {name: min(count, chosen.count) for name, count in COUNTS.items()}
    rounds = []
    with tempfile.TemporaryDirectory(prefix="learn-others-") as name:
        os.chmod(name, 0o755)  # a learner's process of another user reads below it
        folders = ours.make_class(course, Path(name) / "class", chosen.count, 0)
        lent = {
            f"right_{each.rpartition('/')[2]}.py": course.solutions.path(each).read_text("utf-8") for each in ours.IDS
        }
        graded = Class(folders, ours.checks(course), lent)
        for number in range(chosen.rounds):
            scratch = Path(name) / f"round-{number}"
            scratch.mkdir(mode=0o755)
            rounds.append(one_round(course, graded, python, counts, scratch))
    print_table(
        rounds, {**counts, CALLS: chosen.count, FLOOR: chosen.count, LEARN: chosen.count}, versions, len(graded.checks)
    )


def print_table(
    rounds: Sequence[dict[str, float]], counts: dict[str, int], versions: dict[str, str], check_count: int
) -> None:
    """Print a line for each grader, and each limit beside its measured value."""
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(
        f"{check_count} checks of {len(ours.IDS)} exercises; medians of {len(rounds)} rounds; {platform.system()}, ",
        end="",
    )
    print(f"{processors()} processors, Python {platform.python_version()}, numpy {np.__version__}, load {load}")
    print(", ".join(f"{name} {version}" for name, version in versions.items()) + "\n")
    rates = {name: processors() / median(each[name] for each in rounds) for name in rounds[0]}
    print("| grader | submissions | CPU ms each | a second by CPU time | times slower than learn grade |")
    print("|---|---|---|---|---|")
    for name, rate in sorted(rates.items(), key=lambda pair: -pair[1]):
        each = 1000 * processors() / rate
        print(f"| {name} | {counts[name]} | {each:.1f} | {rate:.1f} | {rates[LEARN] / rate:.2f} |")
    fastest = max((tool.name for tool in TOOLS), key=lambda name: rates[name])
    beside = {"otter-grader": "otter-grader", "the fastest of them": fastest, "the floor": FLOOR}
    print("\n| learn grade, times | promised | measured | kept |\n|---|---|---|---|")
    for what, least in PROMISED.items():
        measured = rates[LEARN] / rates[beside[what]]
        print(f"| {what} | ≥ {least} | {measured:.2f} | {'yes' if measured >= least else 'no'} |")


if __name__ == "__main__":
    main()
