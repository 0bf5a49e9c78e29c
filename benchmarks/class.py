"""Grade a class beside its floor in one run: `python benchmarks/class.py [--count N] [--hostile PERCENT]`.

Each submission has four exercises, each a correct variant from tests/corpus/variants or one of the course's typical mistakes.
`learn grade` grades them confined, beside two floors (class_floor.py): a confined process for each submission that makes
the same calls, and one that also runs the same checks. CPU time is that of all processes. Throughput is computed from CPU
time and the number of processors, because other load disturbs wall time.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import platform
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from grader.classes.pool import processors
from grader.core.call import Outcomes
from grader.course import find
from grader.course.course import Course
from grader.grading.prepared import prepare
from grader.sandbox import confinement
from grader.sandbox.confinement import ConfinementMode, child_folder, numpy_folder
from grader.sandbox.trusted import run_trusted

ROOT = Path(__file__).resolve().parents[1]
IDS = (
    "scores/softmax_by_hand",
    "scores/temperature_rescaling",
    "picking/top_3_renormalisation",
    "picking/nucleus_membership",
)
SEED = 20261120
HOSTILE = ("resource/endless_loop", "resource/sleeps", "resource/memory_in_numpy", "resource/output_flood")
SAMPLE_SECONDS = 0.1
Wrong = Callable[[str], list[str]]
"""Takes the id of an exercise; returns sources of wrong files."""


class Taken(NamedTuple):
    """The wall and CPU seconds and the peak memory of a run."""

    wall: float
    cpu: float
    memory_mib: float = 0.0


# --- the class --------------------------------------------------------------------------------


def versions(course: Course, exercise_id: str) -> tuple[list[str], list[str]]:
    """Return the correct variants and the mistakes of an exercise, each as the source of a learner's file."""
    name, function = exercise_id.rpartition("/")[2], course.exercise(exercise_id).function
    variants = ROOT / f"tests/corpus/variants/{name}.py"
    right = [alone(variants, each, function) for each in functions(variants) if each.startswith("variant_")]
    right.append(course.solutions.path(exercise_id).read_text("utf-8"))
    wrong = [each.source for each in course.mistakes(exercise_id) if "from .." not in each.source]
    return right, [
        re.sub(r"^from \. import (\w+) as right", r"import right_\1 as right", each, flags=re.MULTILINE)
        for each in wrong
    ]


def functions(path: Path) -> list[str]:
    """Return the names of a file's functions."""
    return [node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]


def alone(path: Path, name: str, function: str) -> str:
    """Return one function of a file under another name, with everything in the file that it depends on."""
    body = ast.parse(path.read_text("utf-8")).body
    kept: list[str] = []
    wanted = {name}
    for node in reversed(body):
        names = {node.name} if isinstance(node, ast.FunctionDef | ast.ClassDef) else assigned(node)
        if names & wanted or isinstance(node, ast.Import | ast.ImportFrom):
            wanted |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            kept.append(ast.unparse(node))
    text = "\n\n".join(reversed(kept))
    text = re.sub(r"^from \.(\w+) import", r"from right_\1 import", text, flags=re.MULTILINE)
    return f"{text}\n\n{function} = {name}\n"


def assigned(node: ast.stmt) -> set[str]:
    """Return the names that a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}


def make_class(
    course: Course, folder: Path, count: int, hostile: int = 0, ids: Sequence[str] = IDS, extra: Wrong = lambda _: []
) -> list[Path]:
    """Write submissions: half of the files correct, half wrong, and `hostile` percent of the submissions with an attack.

    `extra` returns more wrong files of an exercise.
    """
    rng = random.Random(SEED)
    known = {each: versions(course, each) for each in ids}
    known = {each: (right, [*wrong, *extra(each)]) for each, (right, wrong) in known.items()}
    made: list[Path] = []
    for number in range(count):
        own = folder / f"student-{number:05}"
        own.mkdir(parents=True)
        for exercise_id, (right, wrong) in known.items():
            name = exercise_id.rpartition("/")[2]
            text = rng.choice(rng.choice((right, wrong)))
            (own / f"{name}.py").write_text(text, "utf-8")
            if f"right_{name}" in text:
                right_text = course.solutions.path(exercise_id).read_text("utf-8")
                (own / f"right_{name}.py").write_text(right_text, "utf-8")
        if rng.random() * 100 < hostile:
            install_hostile(own, rng.choice(HOSTILE))
        made.append(own)
    return made


def install_hostile(folder: Path, case: str) -> None:
    """Replace a submission's file by an attack from tests/security/hostile."""
    source = (ROOT / f"tests/security/hostile/{case}.py").read_text("utf-8")
    found = re.search(r"^exercise: (\w+)", source, re.MULTILINE)
    assert found
    prelude = (ROOT / "tests/security/hostile/prelude.py").read_text("utf-8")
    (folder / f"{found[1]}.py").write_text(source.replace("# @@PRELUDE@@", prelude), "utf-8")


# --- what is measured -------------------------------------------------------------------------


def grade(folder: Path, out: Path, *options: str, ids: Sequence[str] = IDS) -> Taken:
    """Run `learn grade` on a class, and measure it."""
    only = [word for each in ids for word in ("--exercise", each)]
    command = [sys.executable, "-m", "grader", "grade", str(folder), "--out", str(out), *only, *options]
    before, started = cpu_of_children(), time.perf_counter()
    # Without bubblewrap, as the floors are: what ends with its namespace leaves no account of its time.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PATH": ""})
    watch = Watch(process.pid)
    watch.start()
    text, _ = process.communicate()
    wall = time.perf_counter() - started
    watch.is_over.set()
    watch.join()
    if process.returncode != 0:
        sys.exit(f"learn grade ended with {process.returncode}:\n{text[-2000:]}")
    return Taken(wall, cpu_of_children() - before, watch.memory_mib)


def cpu_of_children() -> float:
    """Return the CPU seconds of all descendants that have ended and were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Watch(threading.Thread):
    """Samples the memory of a process and its descendants, and keeps the peak."""

    def __init__(self, pid: int) -> None:
        super().__init__()
        self.is_over = threading.Event()
        self.memory_mib = 0.0
        self._pid = pid

    def run(self) -> None:
        """Sample until `is_over` is set."""
        while not self.is_over.wait(SAMPLE_SECONDS):
            self.memory_mib = max(self.memory_mib, sum(map(memory_of, tree(self._pid))))


def tree(pid: int) -> list[int]:
    """Return the ids of a process and its descendants."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        texts = [Path(f"/proc/{pid}/task/{task}/children").read_text() for task in tasks]
    except OSError:
        return []
    return [pid, *(each for text in texts for child in text.split() for each in tree(int(child)))]


def memory_of(pid: int) -> float:
    """Return the memory of a process in MiB, with its part of shared pages (PSS)."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def checks(course: Course) -> list[dict[str, Any]]:
    """Return the checks with their calls and the solution's outcomes, as JSON."""
    found = []
    for exercise_id in IDS:
        exercise = course.exercise(exercise_id)
        preparation = prepare(course, exercise, 1)
        for check in exercise.checks:
            calls = preparation.check(check).encoded.calls
            outcomes = run_trusted(preparation.trusted.reference, calls)
            written = [written_call(call.steps[0], of) for call, of in zip(calls, outcomes, strict=True)]
            named = {"exercise": exercise.name, "function": exercise.function, "name": check.name}
            found.append({**named, "calls": written})
    return found


def written_call(step: Any, outcomes: Outcomes) -> dict[str, Any]:
    """Return a call and the solution's outcome as JSON."""
    (outcome,) = outcomes
    return {
        "args": [plain(each) for each in step.args],
        "kwargs": dict(step.kwargs),
        "expected": plain(outcome.value),
        "raises": outcome.raised.type_name if outcome.raised else None,
    }


def floor(course: Course, folders: list[Path], scratch: Path, *, judges: bool = False) -> Taken:
    """Run a floor in one process for each processor; it makes the calls, or also judges their outcomes."""
    calls = [
        [exercise_id.rpartition("/")[2], list(map(plain, step.args)), dict(step.kwargs)]
        for exercise_id in IDS
        for check in course.exercise(exercise_id).checks
        for call in prepare(course, course.exercise(exercise_id), 0).check(check).encoded.calls
        for step in call.steps
    ]
    prepared = confinement.prepare(ConfinementMode.AUTO, may_wrap=False)
    settings, descriptors = prepared.request() if prepared else (None, [])
    count = processors()
    base = {
        "calls": calls,
        "exercises": [[each.rpartition("/")[2], course.exercise(each).function] for each in IDS],
        "settings": settings,
        "checks": str(scratch) if judges else None,
    }
    shutil.copy(Path(__file__).with_name("class_others_checks.py"), scratch / "checks.py")
    (scratch / "checks.json").write_text(json.dumps(checks(course)), "utf-8")
    before, started = cpu_of_children(), time.perf_counter()
    running = []
    for number in range(count):
        work = scratch / f"work-{number}.json"
        work.write_text(json.dumps({**base, "folders": [str(each) for each in folders[number::count]]}), "utf-8")
        ruleset = "".join(map(str, descriptors[1:]))  # of processes, not of the fork server
        script = Path(__file__).with_name("class_floor.py")
        words = ["-P", "-s", "-S", "-B", str(script), child_folder(), numpy_folder(), str(work), ruleset]
        environment = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        running.append(
            subprocess.Popen(
                [sys.executable, *words], env=environment, pass_fds=descriptors, stderr=subprocess.DEVNULL
            )  # numpy warns of what learners compute
        )
    for process in running:
        if process.wait():
            sys.exit("the floor has failed")
    return Taken(time.perf_counter() - started, cpu_of_children() - before)


def plain(value: Any) -> Any:
    """Return an argument as JSON."""
    return {"array": value.tolist()} if isinstance(value, np.ndarray) else value


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--count", type=int, default=1000, help="submissions (1000)")
    options.add_argument("--hostile", type=int, default=0, help="percent of them that attack (0)")
    chosen = options.parse_args()
    course = Course(find())
    with tempfile.TemporaryDirectory(prefix="learn-class-") as name:
        folder, scratch = Path(name) / "class", Path(name)
        os.chmod(scratch, 0o755)
        folders = make_class(course, folder, chosen.count, chosen.hostile)
        found = {}
        if not chosen.hostile:
            found["confined processes that make the same calls"] = floor(course, folders, scratch)
            found["the floor: confined processes that run the same checks"] = floor(
                course, folders, scratch, judges=True
            )
        found["learn grade"] = grade(folder, scratch / "one", "--seed", "1")
        found["learn grade again, nothing changed"] = grade(folder, scratch / "one", "--seed", "1")
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(
        f"{chosen.count} submissions, {chosen.hostile} % hostile; {platform.system()}, {processors()} processors, ",
        end="",
    )
    print(f"Python {platform.python_version()}, numpy {np.__version__}, load {load}\n")
    print("| what | CPU ms each | a second by CPU time | wall s | memory MiB |\n|---|---|---|---|---|")
    for what, taken in found.items():
        each = 1000 * taken.cpu / chosen.count
        memory = f"{taken.memory_mib:.0f}" if taken.memory_mib else "–"
        print(f"| {what} | {each:.1f} | {1000 * processors() / each:.0f} | {taken.wall:.1f} | {memory} |")


if __name__ == "__main__":
    main()
