"""Time `learn` beside its baselines: `python benchmarks/check_speed.py [--profile]`.

This checkout is installed into a new environment. Runs of the commands are interleaved, so that other load on the machine
affects all of them alike. Each figure is the median of 15 runs after one warm-up run.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
EXERCISE = "softmax_by_hand"
MISTAKE = "base_two"
PLAIN_TESTS = Path(__file__).with_name("plain_softmax_tests.py")


class Command(NamedTuple):
    """A command to time, and its expected exit code."""

    name: str
    words: list[str]
    folder: Path
    exit_code: int = 0
    is_first_run: bool = False


class Seconds(NamedTuple):
    """The wall and CPU time of one run."""

    wall: float
    cpu: float


class Claim(NamedTuple):
    """A measured ratio and its limit `most`, None if there is no limit."""

    name: str
    beside: str
    most: float | None


PLAIN, CHECK = "pytest, plain tests", f"learn check {EXERCISE}"
PLAIN_WRONG, CHECK_WRONG = "pytest, plain tests, a mistake", f"{CHECK}, a mistake"
FOUR = (EXERCISE, "temperature_rescaling", "top_3_renormalisation", "nucleus_membership")
FIRST, ALL = f"{CHECK}, first run ever", "learn check (all four)"
HELP, NOTHING = "learn --help", "python -c pass"
CLAIMS = [
    Claim(CHECK, PLAIN, 1.0),
    Claim(CHECK_WRONG, PLAIN_WRONG, None),
    Claim(FIRST, PLAIN, None),
    Claim(ALL, CHECK, 1.5),
    Claim(HELP, NOTHING, 8.0),
]


def main() -> None:
    """Install, measure, print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs of each command ({ROUNDS})")
    options.add_argument("--profile", action="store_true", help="show where the time goes instead")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        bin_folder = install(Path(name) / "environment")
        right, wrong = Path(name) / "right", Path(name) / "wrong"
        make_workspace(right, mistake=None)
        make_workspace(wrong, mistake=MISTAKE)
        if chosen.profile:
            show_profile(bin_folder, right)
            return
        found = measure(commands(bin_folder, right, wrong), chosen.rounds, Path(name) / "cache")
        print(f"{machine(bin_folder)}; median of {chosen.rounds}\n")
        print_ratios(found)
        print_seconds(found)


def install(folder: Path) -> Path:
    """Install this checkout into a fresh environment and return the folder of its commands."""
    venv.create(folder, with_pip=True)
    bin_folder = folder / "bin"
    subprocess.run([bin_folder / "pip", "install", "-qq", ROOT], check=True)
    return bin_folder


def make_workspace(folder: Path, mistake: str | None) -> None:
    """Make a workspace with all exercises solved, softmax with a mistake if one is named."""
    for source in sorted((ROOT / "solutions").glob("*/*.py")):
        if not source.stem.endswith(("_checks",)):
            target = folder / "exercises" / source.relative_to(ROOT / "solutions")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    (target,) = folder.glob(f"exercises/*/{EXERCISE}.py")
    if mistake:
        target.write_text(
            "import numpy as np\n\n\ndef softmax(logits):\n    return np.exp2(logits) / np.exp2(logits).sum()\n"
        )
    (folder / "tests").mkdir()
    shutil.copy(target, folder / "tests")
    shutil.copy(PLAIN_TESTS, folder / "tests" / "test_softmax.py")


def commands(bin_folder: Path, right: Path, wrong: Path) -> list[Command]:
    """Return the commands to time, in the order of a round."""
    learn, pytest, python = (str(bin_folder / name) for name in ("learn", "pytest", "python"))
    check = [learn, "check", EXERCISE]
    return [
        Command(PLAIN, [pytest], right / "tests"),
        Command(CHECK, check, right),
        Command(PLAIN_WRONG, [pytest], wrong / "tests", exit_code=1),
        Command(CHECK_WRONG, check, wrong, exit_code=1),
        Command(FIRST, check, right, is_first_run=True),
        Command(ALL, [learn, "check", *FOUR], right),
        Command(HELP, [learn, "--help"], right),
        Command(NOTHING, [python, "-c", "pass"], right),
    ]


@contextmanager
def environment(command: Command, kept: Path) -> Iterator[dict[str, str]]:
    """Return the environment of a command, with the shared cache of parsed exercises or an empty one."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON", "LEARN"))}
    with tempfile.TemporaryDirectory() as empty:
        yield {**settings, "XDG_CACHE_HOME": empty if command.is_first_run else str(kept)}


def run(command: Command, kept: Path) -> Seconds:
    """Run a command once; its CPU time includes all processes that it started and waited for."""
    with environment(command, kept) as settings:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        ended = subprocess.run(
            command.words, cwd=command.folder, env=settings, capture_output=True, text=True, check=False
        )
        wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != command.exit_code:
        sys.exit(
            f"{command.name} ended with {ended.returncode}, not {command.exit_code}:\n{ended.stdout}{ended.stderr}"
        )
    return Seconds(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure(timed: list[Command], rounds: int, kept: Path) -> dict[str, Seconds]:
    """Return the median wall time and the median CPU time of each command."""
    runs: dict[str, list[Seconds]] = {command.name: [] for command in timed}
    for round_number in range(rounds + 1):
        for command in timed:
            seconds = run(command, kept)
            if round_number:
                runs[command.name].append(seconds)
    return {
        name: Seconds(*(statistics.median(each) for each in zip(*taken, strict=True))) for name, taken in runs.items()
    }


def print_ratios(found: dict[str, Seconds]) -> None:
    """Print each ratio beside its limit."""
    print("| what | beside | wall | CPU | promised |\n|---|---|---|---|---|")
    for claim in CLAIMS:
        wall, cpu = (mine / theirs for mine, theirs in zip(found[claim.name], found[claim.beside], strict=True))
        promised = "–" if claim.most is None else f"≤ {claim.most}: {'yes' if max(wall, cpu) <= claim.most else 'no'}"
        print(f"| {claim.name} | {claim.beside} | {wall:.2f} | {cpu:.2f} | {promised} |")


def print_seconds(found: dict[str, Seconds]) -> None:
    """Print the medians."""
    print("\n| command | wall, ms | CPU, ms |\n|---|---|---|")
    for name, seconds in found.items():
        print(f"| {name} | {seconds.wall * 1000:.0f} | {seconds.cpu * 1000:.0f} |")


def machine(bin_folder: Path) -> str:
    """Return a description of the machine."""
    cpu = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor(),
    )
    code = "import numpy, pytest; print(f'numpy {numpy.__version__}, pytest {pytest.__version__}')"
    versions = subprocess.run([bin_folder / "python", "-c", code], check=True, capture_output=True, text=True).stdout
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    return f"{platform.system()}, {os.cpu_count()} × {cpu}, Python {platform.python_version()}, {versions.strip()}, load {load}"


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).is_file() else []


def show_profile(bin_folder: Path, folder: Path) -> None:
    """Print the slowest imports of `learn check` and its most expensive functions."""

    def python(*options: str) -> subprocess.CompletedProcess[str]:
        command = [bin_folder / "python", *options, "-m", "grader", "check", EXERCISE]
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)

    python()  # fills the caches
    rows = [line.split("|") for line in python("-X", "importtime").stderr.splitlines()[1:] if line.count("|") == 2]
    slowest = sorted(((int(row[1]), row[2].strip()) for row in rows), reverse=True)[:25]
    print("Imports, milliseconds with all that they import themselves:\n")
    print(*(f"{microseconds / 1000:8.1f} {name}" for microseconds, name in slowest), sep="\n")
    lines = python("-m", "cProfile", "-s", "tottime").stdout.splitlines()
    start = next(index for index, line in enumerate(lines) if "function calls" in line)
    print("\nFunctions, by the time spent in them alone:\n", *lines[start : start + 30], sep="\n")


if __name__ == "__main__":
    main()
