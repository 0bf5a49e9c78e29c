"""First attempts of which it is known what is wrong with them: graded, and how many of their slips were named.

`python tests/support/first_attempts.py [FOLDER [EXERCISE…]]` prints the figures. A folder, each tests/corpus/first_attempts/*
unless told otherwise, has a file for each attempt in a folder with its exercise's name, and labels.tsv: `file`, `kind`,
what is wrong in words, and in `listed`, with commas between, the listed mistakes that those words describe. These are
written before the first grading; `also` has names that proved true when the file was read again afterwards.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

from named_mistakes import Graded, WrongFunction, graded

from grader.classes.pool import processors

FOLDERS = sorted((Path(__file__).parents[1] / "corpus/first_attempts").iterdir())


def attempts(folder: Path, exercises: Sequence[str] = ()) -> list[WrongFunction]:
    """Return the attempts in a folder, of some exercises or of all."""
    return [
        WrongFunction(
            exercise,
            f"{folder.name}/{row['file']}",
            _names(row, "listed"),
            (folder / row["file"]).read_text("utf-8"),
        )
        for row in _rows(folder)
        if (exercise := row["file"].partition("/")[0]) in exercises or not exercises
    ]


def also_true(folder: Path) -> dict[str, frozenset[str]]:
    """Return the names that proved true after grading, by attempt."""
    return {f"{folder.name}/{row['file']}": _names(row, "also") for row in _rows(folder)}


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "labels.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _names(row: Mapping[str, str], column: str) -> frozenset[str]:
    return frozenset(filter(None, (name.strip() for name in (row.get(column) or "").split(","))))


def grade_attempts(folder: Path, exercises: Sequence[str] = ()) -> list[Graded]:
    """Grade the attempts in a folder, each exercise in a process of its own."""
    parts = [list(part) for _, part in groupby(attempts(folder, exercises), key=lambda attempt: attempt.exercise)]
    with ProcessPoolExecutor(processors(), mp_context=get_context("spawn")) as pool:
        return [attempt for part in pool.map(graded, parts) for attempt in part]


def lines(found: Sequence[Graded], also: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Yield every attempt with a name in no label, or with a listed slip and no name, and the figures."""
    for attempt in found:
        unlabeled = attempt.named - attempt.function.makes
        if unlabeled or (attempt.function.makes and not attempt.named):
            listed = ", ".join(sorted(attempt.function.makes)) or "nothing listed"
            yield f"{attempt.function.name} makes {listed}; named was {', '.join(sorted(attempt.named)) or 'no mistake'}"
    listed = [attempt for attempt in found if attempt.function.makes]
    named = sum(bool(attempt.named & attempt.function.makes) for attempt in listed)
    names = [(attempt, name) for attempt in found for name in attempt.named]
    unlabeled = [(attempt, name) for attempt, name in names if name not in attempt.function.makes]
    false = sum(name not in also[attempt.function.name] for attempt, name in unlabeled)
    yield f"Attempts with a listed slip: {len(listed)}; with a true name: {named} ({named / max(1, len(listed)):.0%})"
    yield f"Names: {len(names)}; in no label: {len(unlabeled)}; of these false: {false} ({false / max(1, len(names)):.1%})"
    passed = Counter(attempt.function.exercise for attempt in found if not attempt.is_failed)
    yield f"Attempts that passed: {passed.total()}"


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:2] or FOLDERS):
        print(f"{folder.name}:", *lines(grade_attempts(folder, sys.argv[2:]), also_true(folder)), sep="\n")  # noqa: T201
