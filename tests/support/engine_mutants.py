"""Mutation testing of the engine: a random sample of mutants, each run against the tests of its room.

`python tests/support/engine_mutants.py FOLDER [--count 320] [--seed 13]` copies the checkout into FOLDER, mutates one
place of it at a time and writes a line of JSON to FOLDER/mutants.jsonl for each mutant. Started again with the same
folder, it goes on where it stopped. Each mutant gets the tests that ran its line, or all tests of its room.

The places are those of Cosmic Ray's operators, and statements and arguments that can be left out. Each place is equally
likely, whatever the number of its mutants. Annotations are not mutated: nothing evaluates them.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import coverage
import hypothesis  # noqa: F401 - loaded once, before the forks
import jinja2  # noqa: F401
import numpy as np  # noqa: F401
import pydantic  # noqa: F401
import pytest
import yaml  # noqa: F401
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider

ROOT = Path(__file__).parents[2]
ROOMS = ("checks", "core", "grading", "sandbox")
MOST_TESTS = 150
SLOW = re.compile("whatever_(is|bytes)|come_to_an_end|hang_together|learn_grade_refuses|test_confine.py")
"""Tests that take most of a room's time; those of confinement are for the code that confines."""
DESELECTED = (
    "--ignore=tests/child/test_confine.py",
    "-k=not whatever_ and not come_to_an_end and not hang_together",
)
CONFINES = re.compile("confine|probe|boot|fork_server|examine|launcher")
QUIET = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # of plugins loaded before the forks
SECONDS = 300.0
"""The time of the tests of one mutant; a test that hangs ends after its own time-out."""


class Place(NamedTuple):
    """Code that can be mutated, and its mutants: the file's new text for each."""

    file: str
    line: int
    mutants: tuple[tuple[str, int], ...]
    """Operators and the number of the occurrence, or what is left out and its position in the file."""

    @property
    def room(self) -> str:
        """Return the room that the file is in."""
        return self.file.split("/")[1]


OPERATORS = [
    (name, OperatorProvider()[name]())
    for name in OperatorProvider()
    if name not in ("VariableReplacer", "VariableInserter", "NoOp")
]


def places(file: Path, name: str) -> list[Place]:
    """Return the places of a file that can be mutated."""
    source = file.read_text("utf-8")
    skipped = annotation_spans(source)
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    tree = get_ast(source)
    for operator_name, operator in OPERATORS:
        positions = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
        for occurrence, start in enumerate(positions):
            if not any(first <= start < last for first, last in skipped):
                found.setdefault(start, []).append((operator_name, occurrence))
    for number, (node, _) in enumerate(left_out(source)):
        found.setdefault((node.lineno, -1 - node.col_offset), []).append(("left out", number))
    return [Place(name, line, tuple(mutants)) for (line, _), mutants in sorted(found.items())]


def annotation_spans(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where annotations are."""
    nodes = [
        annotation
        for node in ast.walk(ast.parse(source))
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if annotation is not None
    ]
    return [((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)) for node in nodes]


def left_out(source: str) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """Yield statements that `pass` may replace and arguments that may be missing, each with the file's text then."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    data = b"".join(lines)

    def cut(node: ast.stmt | ast.expr | ast.keyword, text: bytes) -> str:
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        return (data[:begin] + text + data[end:]).decode()

    for node in ast.walk(ast.parse(source)):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.Expr | ast.AugAssign | ast.Raise | ast.Return | ast.Delete) and not is_docstring:
            yield node, cut(node, b"pass")
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg:
                    changed = cut(keyword, b"")
                    yield node, changed


def mutated(source: str, mutant: tuple[str, int]) -> str | None:
    """Return the text of a file with one mutation; None if that is no valid Python."""
    name, number = mutant
    if name == "left out":
        text = list(left_out(source))[number][1]
    else:
        try:
            text = mutate_code(source, OperatorProvider()[name](), number)
        except AttributeError:  # Cosmic Ray's, for `except module.Error:`
            return None
    for candidate in (text, text.replace("(, ", "(").replace(", , ", ", ").replace(", )", ")")):
        try:
            compile(candidate, "mutant", "exec")
        except SyntaxError:
            continue
        return candidate if candidate != source else None
    return None


def sample(count: int, seed: int) -> list[tuple[Place, tuple[str, int], str]]:
    """Return places at random, as many of each room as it has of all, each with one mutant and the file's new text."""
    rng = random.Random(seed)
    found = [
        place
        for room in ROOMS
        for file in sorted((ROOT / "grader" / room).rglob("*.py"))
        for place in places(file, file.relative_to(ROOT).as_posix())
    ]
    rng.shuffle(found)
    chosen = []
    for place in found:
        if len(chosen) == count:
            break
        mutant = rng.choice(place.mutants)
        text = mutated((ROOT / place.file).read_text("utf-8"), mutant)
        if text is not None:
            chosen.append((place, mutant, text))
    return chosen


def change(place: Place, text: str) -> str:
    """Return the lines that a mutation changes."""
    lines = difflib.unified_diff(
        (ROOT / place.file).read_text("utf-8").splitlines(), text.splitlines(), n=0, lineterm=""
    )
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def run(folder: Path, tests: Sequence[str], *options: str, seconds: float = SECONDS) -> bool:
    """Run tests in a process, its output in the folder; return whether they passed in time."""
    child = os.fork()
    if child:
        return waited(child, seconds)
    os.setsid()
    os.chdir(ROOT)
    output = os.open(folder / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(output, descriptor)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    code = 1
    try:
        code = pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", *QUIET, *options, *tests])
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def fails(folder: Path, tests: Sequence[str]) -> bool:
    """Return whether a test fails, and fails again: on a busy machine some fail once, as they have a time to end in."""
    if run(folder, tests):
        return False
    failed = re.findall(
        r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$", (folder / "output").read_text("utf-8", "replace"), re.M
    )
    return not run(folder, failed or tests) or not run(folder, tests)


def waited(child: int, seconds: float) -> bool:
    """Wait for a process; kill its group if it takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def contexts(folder: Path) -> coverage.CoverageData:
    """Return which test ran which line in the process of the tests, measured once."""
    file = folder / "coverage"
    if not file.is_file():
        tests = [f"tests/{room}" for room in ROOMS]
        options = ("--maxfail=10", "--cov=grader", "--cov-context=test", "--cov-report=", f"--cov-config={os.devnull}")
        os.environ["COVERAGE_FILE"] = str(file)
        run(folder, tests, *options, seconds=1800)
        assert file.is_file(), (folder / "output").read_text()[-2000:]
    data = coverage.CoverageData(str(file))
    data.read()
    return data


def tests_of(place: Place, measured: coverage.CoverageData) -> list[str]:
    """Return the tests that ran a place in their own process."""
    lines = measured.contexts_by_lineno(str(ROOT / place.file))
    # Of a statement of several lines not every line is known.
    line = next((line for line in range(place.line, 0, -1) if line in lines), 0)
    return sorted({test.rpartition("|")[0] for test in lines.get(line, ()) if test})


def stages(place: Place, tests: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield sets of tests to try on a mutant: those that ran its line, else its room's.

    The learner's process is not measured, so all tests of the room are tried for its code.
    """
    room = f"tests/{place.room}"
    confines = CONFINES.search(place.file)
    mine = [each for each in tests if each.startswith(room) and (confines or not SLOW.search(each))]
    if mine:
        yield "the line's tests", mine[:MOST_TESTS]
    if not mine or "/child/" in place.file:
        yield "the room's tests", [*([] if confines else DESELECTED), room]
    others = [each for each in tests if not each.startswith(room) and not SLOW.search(each)]
    if others:
        yield "the line's tests in other rooms", others[:MOST_TESTS]


def killed_by(folder: Path, place: Place, text: str, tests: Sequence[str], number: int) -> str:
    """Return the tests that kill a mutant, empty if none does."""
    file = ROOT / place.file
    original = file.read_bytes()
    try:
        file.write_text(text, "utf-8")
        os.utime(file, (number * 10.0, number * 10.0))  # compiled files are recognized by it
        return next((name for name, some in stages(place, tests) if fails(folder, some)), "")
    finally:
        file.write_bytes(original)
        os.utime(file, (5.0, 5.0))


def main() -> None:
    """Try the mutants of a sample that the folder has no results of yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    results = options.folder / "mutants.jsonl"
    done = len(results.read_text("utf-8").splitlines()) if results.is_file() else 0
    measured = contexts(options.folder.resolve())
    with results.open("a", encoding="utf-8") as file:
        for number, (place, mutant, text) in enumerate(sample(options.count, options.seed)):
            if number < done:
                continue
            began = time.monotonic()
            tests = tests_of(place, measured)
            killed = killed_by(options.folder.resolve(), place, text, tests, number + 100_000_000)
            found = {
                "number": number,
                "room": place.room,
                "place": f"{place.file}:{place.line}",
                "mutant": mutant[0],
                "killed": killed,
                "change": change(place, text),
                "seconds": round(time.monotonic() - began, 1),
            }
            print(json.dumps(found), file=file, flush=True)
    print(*figures([json.loads(line) for line in results.read_text("utf-8").splitlines()]), sep="\n")  # noqa: T201


def figures(found: Sequence[dict[str, str]]) -> Iterator[str]:
    """Yield each survivor, and how many mutants of each room were killed."""
    for each in found:
        if not each["killed"]:
            yield f"{each['place']} survived: {each['mutant']}\n{each['change']}"
    for room in ROOMS:
        mine = [each for each in found if each["room"] == room]
        yield f"{room}: {sum(bool(each['killed']) for each in mine)} of {len(mine)} mutants killed"


if __name__ == "__main__":
    main()
